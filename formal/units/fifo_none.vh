// um_fifo with DEPTH=0. Put after channel.vh.
//
// Promises: it is a wire. What is shown at one end is shown at the other in the same cycle, and is taken at both
// ends or at neither; so the channel contract holds where it ends if it holds where it begins.
// Assumes of the sender: the channel contract.
`CHANNEL_IN(in)
`CHANNEL_OUT(out)
`ASSERT(shown_as_shown, out_valid_o == in_valid_i)
`ASSERT(ready_as_ready, in_ready_o == out_ready_i)
`ASSERT(message_unchanged, out_msg_o == in_msg_i)
