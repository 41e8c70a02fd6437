// 4 # A macro of the library's makes a pragma of what it gets, which gives a function of CUDA another name.
// look: not run: #pragma redefine_extname
#include <algorithm>
_PSTL_PRAGMA(redefine_extname cudaGetLastError cudaPeekAtLastError)
// here: solution
