// The assumption of um_atomic, which the ReqTracker promises (reqtracker.unit_started_when_free). For any sizes.
`ASSUME(starts_while_not_busy, start_i, !busy_o)
