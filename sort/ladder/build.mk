# A ladder lends its runtime to the rungs that --peers brings.
LADDERS += sort_ladder
$(BIN)/sort_ladder: links_cpu = -Xlinker --export-dynamic
