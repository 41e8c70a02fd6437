// 4 # A pragma put together of two.
#define P(a,b) a##b
P(_Pra,gma)("redefine_extname cudaGetLastError cudaPeekAtLastError")
// here: past_the_end
