# A ladder lends its runtime to the rungs that --peers brings.
LADDERS += dot_ladder
$(BIN)/dot_ladder: links_cpu = -Xlinker --export-dynamic
