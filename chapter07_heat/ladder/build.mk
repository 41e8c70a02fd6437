# A GPU's registers, unrolled, in many shapes: on the CPU their loops stay loops, or they compile for half a minute.
$(BUILD)/heat_ladder.o: flags_cpu = --rolled

# A ladder lends its runtime to the rungs that --peers brings.
LADDERS += heat_ladder blur_ladder
$(BIN)/heat_ladder $(BIN)/blur_ladder: links_cpu = -Xlinker --export-dynamic
