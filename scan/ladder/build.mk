# A ladder lends its runtime to the rungs that --peers brings.
LADDERS += scan_ladder
$(BIN)/scan_ladder: links_cpu = -Xlinker --export-dynamic
