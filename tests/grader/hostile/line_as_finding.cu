// 21 # Its file is called as a finding that does no harm.
// look: not run
#line 9 "both threads write the same value"
// here: past_the_end
