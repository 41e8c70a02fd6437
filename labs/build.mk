# The labs (labs/README.md): what students get, and what their work is worth.
.PHONY: course grade
course:
	@labs/course.sh '$(OUT)'

grade:
	@[ -n '$(LAB)$(FROM)' ] || { echo 'make grade LAB=03 FROM=folder [CSV=file] [PAGES=folder] [SECRET=file]' >&2; exit 2; }
	@labs/grade $(if $(CSV),--csv '$(CSV)') $(if $(PAGES),--pages '$(PAGES)') $(if $(SECRET),--secret '$(SECRET)') \
	    $(if $(JSON),--json '$(JSON)') $(if $(TIME),--time) '$(LAB)' '$(FROM)'

# What the students start from builds and is checked here too. Of a program with holes the compiler would warn.
LABS := $(basename $(notdir $(wildcard labs/[0-9]*/*.cu)))
vpath %.cu $(wildcard labs/[0-9]*/)
.PHONY: labs $(LABS)
$(addprefix $(BUILD)/,$(addsuffix .o,$(LABS))): flags = -Ilabs -Xcompiler -Wno-unused,-Wno-missing-field-initializers,-Wno-maybe-uninitialized
$(LABS): %: $(BIN)/%
labs: $(addprefix $(BIN)/,$(LABS))
	@echo '$@: $^'
