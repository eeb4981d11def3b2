// um_fifo with DEPTH=0. Put after channel.vh.
//
// Promises: it is a wire. A message at one end is at the other end in the same cycle, and is taken at both ends or
// at neither. So the channel contract holds at the output if it holds at the input.
// Assumes the channel contract of the sender.
`CHANNEL_IN(in)
`CHANNEL_OUT(out)
`ASSERT(shown_as_shown, out_valid_o == in_valid_i)
`ASSERT(ready_as_ready, in_ready_o == out_ready_i)
`ASSERT(message_unchanged, out_msg_o == in_msg_i)
