// 22 # Its lines say that they stand elsewhere: in a header of the system, and in a file to show.
# 1 "/usr/include/stdio.h" 1 3 4
# 1 "/etc/passwd" 3
#line 1 "../../../../etc/passwd"
// here: solution
