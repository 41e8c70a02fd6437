# The labs (labs/README.md): what students get, and what their work is worth.
.PHONY: course grade
course:
	@labs/course.sh '$(OUT)'

grade:
	@[ -n '$(LAB)$(FROM)' ] || { echo 'make grade LAB=03 FROM=folder [CSV=file] [PAGES=folder] [SECRET=file]' >&2; exit 2; }
	@labs/grade $(if $(CSV),--csv '$(CSV)') $(if $(PAGES),--pages '$(PAGES)') $(if $(SECRET),--secret '$(SECRET)') \
	    $(if $(JSON),--json '$(JSON)') $(if $(TIME),--time) '$(LAB)' '$(FROM)'
