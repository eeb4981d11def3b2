// The channel contract at each input of um_switch: its senders should keep it, but the proof does not need it. For
// monitors alone, put after channel.vh.
genvar f_sender;
generate for (f_sender = 0; f_sender < NIN; f_sender = f_sender + 1) begin : input_channel
    `CHANNEL_SENT(in, in_valid_i[f_sender], in_ready_o[f_sender], in_msg_i[f_sender*WIDTH +: WIDTH])
end endgenerate
