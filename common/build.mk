# For editors: clangd reads CUDA C by itself; with the CPU backend's headers it needs no toolkit.
cu_editor := clang++ -std=c++17 -Xclang -fcuda-allow-variadic-functions -x cuda --cuda-host-only -nocudainc -nocudalib -Icpu/include -include cuda_runtime.h
c_editor  := clang -std=gnu11
compile_commands.json: Makefile $(SOURCES)
	@{ $(foreach s,$(SOURCES),echo '{"directory": "$(CURDIR)", "file": "$s", "command": "$($(subst .,,$(suffix $s))_editor) $(DEFINES) $(INCLUDES) $(includes_$(basename $(notdir $s))) -c $s"}';) } | \
	    sed 's/^/  /; 1s/^/[\n/; $$s/$$/\n]/; $$!s/$$/,/' >$@
