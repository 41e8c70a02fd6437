# On a GPU rsqrtf is one instruction only where denormal numbers count as zero.
$(BUILD)/nbody.o: flags_cuda = -ftz=true
