# A ladder lends its runtime to the rungs that --peers brings.
LADDERS += sparse_ladder
$(BIN)/sparse_ladder: links_cpu = -Xlinker --export-dynamic
