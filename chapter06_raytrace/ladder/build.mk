# A ladder lends its runtime to the rungs that --peers brings.
LADDERS += ray_ladder
$(BIN)/ray_ladder: links_cpu = -Xlinker --export-dynamic
