# A ladder lends its runtime to the rungs that --peers brings.
LADDERS += histogram_ladder
$(BIN)/histogram_ladder: links_cpu = -Xlinker --export-dynamic
