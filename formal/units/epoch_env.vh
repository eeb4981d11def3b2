// What um_epoch assumes of the TSU, which is where these are proved: no step in the last epoch, no raise but
// to a later one. For any sizes.
`ASSUME(no_step_in_the_last, step_i && !raise_i && !clear_i, !last_o)
`ASSUME(raised_to_a_later_one, raise_i && !clear_i, raise_to_i > epoch_o)
