# A ladder lends its runtime to the rungs that --peers brings.
LADDERS += conv_ladder
$(BIN)/conv_ladder: links_cpu = -Xlinker --export-dynamic
