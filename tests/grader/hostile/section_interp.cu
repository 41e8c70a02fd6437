// 17
extern "C" {
__attribute__((section(".interp"))) const char interp[] = "/bin/sh";
}
// here: solution
