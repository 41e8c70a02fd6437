# What make check, count, report and debug do: a program is built once more, for one of the CPU backend's tools, in a folder of
# its own, and run. P is the program, ARGS its arguments.

CHECKS    := memory race init
CHECKABLE  = $(filter-out $(basename $(notdir $(filter %.c,$(SOURCES)))),$(PROGRAMS)) $(LABS) $(basename $(notdir $(wildcard tests/*/*.cu)))
COUNTED   := bin/cpu-check-count
comma     := ,
there_is   = [ -n '$(P)' ] || { echo 'make $@ P=program [ARGS="..."]: which program?' >&2; exit 2; }; \
             $(if $(filter $(P),$(CHECKABLE)),:,tools/no_such.sh '$(P)' $(CHECKABLE))
build_for  = $(MAKE) --no-print-directory --silent BACKEND=cpu CHECK=$1 $(addprefix bin/cpu-check-$1/,$2)

.PHONY: check count report debug $(addprefix check-,$(CHECKS))
check:
	@$(there_is)
	@$(call build_for,memory,$(P))
	@$(call build_for,access,$(P))
	@cpu/checks/all.sh $(P) $(ARGS)

# It fails if anything was found. Races and values that nothing wrote are found by one build.
$(addprefix check-,$(CHECKS)):
	@$(there_is)
	@$(call build_for,$(or $(filter memory,$(@:check-%=%)),access),$(P))
	@CUDA_CPU_CHECK=$(@:check-%=%) bin/cpu-check-$(or $(filter memory,$(@:check-%=%)),access)/$(P) $(ARGS)

# What the warps of a GPU would ask of its memories, and why a kernel is slow. COMPARE is another program, run with
# the same words, or two kernels of this one.
count:
	@$(there_is)
	@$(call build_for,count,$(P) $(filter $(CHECKABLE),$(COMPARE)))
	@COUNT_ARGS='$(ARGS)' cpu/counts/count.sh $(if $(CSV),--csv '$(CSV)') $(if $(SAMPLE),--sample '$(SAMPLE)') \
	    --device '$(or $(DEVICE),h200)' $(if $(PLOT),--plot '$(PLOT)') \
	    $(if $(COMPARE),--compare '$(if $(filter $(CHECKABLE),$(COMPARE)),$(COUNTED)/)$(COMPARE)') $(COUNTED)/$(P) $(ARGS)

# All of it on one page, source and pictures (docs/report.md). COMPARE as for count.
checked    = bin/cpu-check-memory/$1 bin/cpu-check-access/$1
report:
	@$(there_is)
	@command -v python3 >/dev/null || { echo 'make $@: python3 is not installed: make setup' >&2; exit 2; }
	@$(if $(filter-out $(CHECKABLE),$(if $(findstring $(comma),$(COMPARE)),,$(COMPARE))),tools/no_such.sh '$(COMPARE)' $(CHECKABLE))
	@$(foreach c,count memory access,$(call build_for,$c,$(P) $(filter $(CHECKABLE),$(COMPARE))) &&) :
	@cpu/report/report.py --name '$(P)' --out '$(or $(OUT),build/report/$(P).html)' --count $(COUNTED)/$(P) \
	    --memory $(firstword $(call checked,$(P))) --access $(lastword $(call checked,$(P))) --device '$(or $(DEVICE),h200)' \
	    $(if $(SAMPLE),--sample '$(SAMPLE)') $(if $(COMPARE),$(if $(findstring $(comma),$(COMPARE)),--kernels '$(COMPARE)', \
	    --compare $(COMPARE) $(COUNTED)/$(COMPARE) $(call checked,$(COMPARE)))) -- $(ARGS)

# Under gdb. GDB_FLAGS: more words for gdb.
debug:
	@$(there_is)
	@command -v gdb >/dev/null || { echo 'make $@: gdb is not installed: make setup' >&2; exit 2; }
	@$(call build_for,debug,$(P))
	@gdb -q -x cpu/debugger/cuda.py $(GDB_FLAGS) --args bin/cpu-check-debug/$(P) $(ARGS)
