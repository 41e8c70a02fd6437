// 4 # It includes the grader's object.
#include "/parts/record.o"
#include "/toolkit/bin/cudacc"
// here: solution
