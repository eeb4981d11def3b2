// Assumptions of um_epoch about the TSU: no step in the last epoch, and no raise except to a later epoch. For any
// sizes. formal/composition.md says where they are promised.
`ASSUME(no_step_in_the_last, step_i && !raise_i && !clear_i, !last_o)
`ASSUME(raised_to_a_later_one, raise_i && !clear_i, raise_to_i > epoch_o)
