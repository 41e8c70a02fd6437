# A ladder lends its runtime to the rungs that --peers brings.
LADDERS += vecadd_ladder
$(BIN)/vecadd_ladder: links_cpu = -Xlinker --export-dynamic
