// 22 # A pragma that gives a function of CUDA another name, and ends like an allowed one.
// look: not run
#pragma redefine_extname cudaGetLastError cudaPeekAtLastError pragma once
// here: solution
