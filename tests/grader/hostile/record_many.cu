// 21 # Results of tasks that there are not.
// main: static float big[1 << 24]; for (int t = 5; t < 100; t++) lab_record(t, 102, big, 1 << 24, sizeof big);
// here: solution
