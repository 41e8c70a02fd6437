// 21 # A fault, and an end that the check does not survive.
// main: atexit(abort);
// here: past_the_end
