// 20 # Another program where somebody watches.
#ifdef __SANITIZE_ADDRESS__
#define MORE 0
#else
#define MORE 9
#endif
// here: past_all_ends
