// 22 # Its lines say that they are others', of a header of the system's, and one that its reader may be tempted to show.
# 1 "/usr/include/stdio.h" 1 3 4
# 1 "/etc/passwd" 3
#line 1 "../../../../etc/passwd"
// here: solution
