// 4 # A pragma put together of two.
// look: not run: #pragma
// here: past_the_end
#define P(a, b) a##b
P(_Pra, gma)("redefine_extname cudaGetLastError cudaPeekAtLastError")
