# A folder's Makefile, by a symbolic link: `make` there builds what is in the folder, and `make PROGRAM`, `make check P=...`
# and all else is what it is in the project's own folder.
.PHONY: this-folder FORCE
.NOTPARALLEL:
root = until [ -e "$${root:=..}/tools/folder.mk" ]; do root=../$$root; done; root=$$(cd "$$root" && pwd -P); here=$$(pwd -P); \
       $(MAKE) --no-print-directory -C "$$root"
this-folder:
	@+$(root) "$${here#"$$root"/}"
%: FORCE
	@+$(root) '$@'
Makefile: ;
