// SPDX-License-Identifier: MIT
// How `kernel<<<...>>>(...)`, as cuda2cpp rewrites it, becomes a launch: a kernel bound to its
// arguments, and to what runs its blocks (blocks.h).
#ifndef CUDA_CPU_LAUNCH_H
#define CUDA_CPU_LAUNCH_H

#include <stdlib.h>
#include <tuple>
#include <type_traits>
#include <utility>

#include "cuda_cpu/blocks.h"
#include "cuda_cpu/limits.h"
#include "cuda_cpu/probe.h"

namespace cuda_cpu {

// The bytes of an argument whose class has a constructor for copies or a destructor, or cannot be
// copied. On a GPU neither runs for what a launch and its threads get, which are bytes.
template <class T> struct bytes_of {
    alignas(T) unsigned char bytes[sizeof(T)];
    bytes_of(const T &value) { __builtin_memcpy(bytes, (const void *)&value, sizeof bytes); }
};
template <class T> constexpr bool is_bytes_of = false;
template <class T> constexpr bool is_bytes_of<bytes_of<T>> = true;
template <class T>
constexpr bool is_passed_as_bytes =
    std::is_class_v<T> &&
    (!std::is_trivially_destructible_v<T> ||
     (std::is_copy_constructible_v<T> && !std::is_trivially_copy_constructible_v<T>) ||
     (!std::is_copy_constructible_v<T> && !std::is_trivially_move_constructible_v<T>));

// One that can be moved and not copied, and is passed in registers, since moving it copies bytes.
template <class T>
constexpr bool is_moved =
    std::is_class_v<T> && !std::is_copy_constructible_v<T> && !is_passed_as_bytes<T>;

// What a thread of a split kernel has of such an argument, since it changes it.
template <class T, bool bytes = is_passed_as_bytes<T> || is_moved<T>> struct own_bytes { T value; };
template <class T> struct own_bytes<T, true> {
    union {
        T value;
    };
    own_bytes(const T &from) { __builtin_memcpy((void *)this, (const void *)&from, sizeof from); }
    ~own_bytes() {}
};

template <class Function> constexpr bool takes_bytes = false;
template <class... Parameter>
constexpr bool takes_bytes<void (*)(Parameter...)> = (is_passed_as_bytes<Parameter> || ...);
template <class Function> constexpr bool takes_copies = true;
template <class... Parameter>
constexpr bool takes_copies<void (*)(Parameter...)> =
    !((is_passed_as_bytes<Parameter> || is_moved<Parameter>) || ...);

// As it is handed on to a parameter of type Parameter; what is moved has the same bytes left.
template <class Parameter, class T> static inline decltype(auto) handed_on(T &argument) {
    if constexpr (is_moved<Parameter>)
        return static_cast<Parameter &&>(const_cast<Parameter &>(argument));
    else if constexpr (std::is_function_v<std::remove_reference_t<Parameter>>)
        return static_cast<Parameter>(argument);
    else
        return (argument);
}

template <class T> static inline decltype(auto) for_thread(T &argument) {
    return handed_on<T>(argument);
}
template <class T> static inline bytes_of<T> for_thread(bytes_of<T> &argument) {
    return argument;
}

// Calls a kernel with what a launch has kept. Objects of such classes are handed over by their
// address, and are the caller's to destroy (Itanium C++ ABI, 3.1.2.3): so bytes can stand in for
// them, which nobody destroys.
template <class... Parameter, class... Argument>
static inline void call(void (*kernel)(Parameter...), Argument &...argument) {
    if constexpr (takes_bytes<void (*)(Parameter...)>) {
        using taking_bytes = void (*)(std::conditional_t<is_passed_as_bytes<Parameter>,
                                                         bytes_of<Parameter> &&, Parameter>...);
        reinterpret_cast<taking_bytes>(reinterpret_cast<void (*)(void)>(kernel))(
            for_thread(argument)...);
    } else {
        kernel(handed_on<Parameter>(argument)...);
    }
}

// Can a launch hand over parameters of these types?
template <class... Parameter> constexpr size_t parameter_bytes() {
    size_t end = 0;
    ((end = (end + alignof(Parameter) - 1) / alignof(Parameter) * alignof(Parameter) +
            sizeof(Parameter)),
     ...);
    return end;
}
template <class... Parameter>
constexpr bool parameters_fit =
    parameter_bytes<std::conditional_t<std::is_reference_v<Parameter>, void *,
                                       std::decay_t<Parameter>>...>() <= CUDA_CPU_PARAMETER_BYTES;

// What a launch keeps of an argument: a copy. A reference, which is to memory that the device sees
// too (managed), stays one.
template <class T>
using kept = std::conditional_t<
    std::is_reference_v<T>, T,
    std::conditional_t<is_passed_as_bytes<T>, bytes_of<std::decay_t<T>>, std::decay_t<T>>>;

// ... made of that argument, or of that parameter of a stub.
template <class Parameter, class T> static inline decltype(auto) keep(T &argument) {
    if constexpr (std::is_function_v<std::remove_reference_t<T>>)
        return static_cast<T &>(argument);
    else
        return static_cast<Parameter &&>(
            const_cast<std::remove_reference_t<Parameter> &>(argument));
}

// A call of a kernel with barriers, whose threads have stacks of their own as a rule: it is
// compiled once, and not into the loop over threads.
template <class Call> struct waiting : Call {};
template <class Call> constexpr bool is_waiting = false;
template <class Call> constexpr bool is_waiting<waiting<Call>> = true;
struct waits {};

// A kernel bound to its arguments: what every thread of a launch calls.
template <class Call, class... Parameter> struct bound_kernel {
    static constexpr bool waits = is_waiting<Call>;
    Call call;
    mutable std::tuple<Parameter...> arguments; // an operator may convert them that is not const
    void operator()() const { std::apply(call, arguments); }

    // What the device gets are the bytes, as on a GPU: copied by no constructor, and left to no
    // destructor.
    const void *for_device() const {
        const void *const kept = cuda_cpu_keep_closure(this, sizeof *this, alignof(bound_kernel));
        if constexpr ((is_bytes_of<Parameter> || ...)) // a class with virtual functions is one
            cuda_cpu_translate_closure(kept, sizeof *this);
        return kept;
    }
};

// A pointer to data among the arguments of a launch; of anything else, NULL.
template <class T> static inline const void *pointer_in(const T &argument) {
    if constexpr (std::is_pointer_v<T> && !std::is_function_v<std::remove_pointer_t<T>>)
        return (const void *)argument;
    else
        return ((void)argument, nullptr);
}

template <class... Argument>
static inline void check_arguments(const char *name, const std::tuple<Argument...> &arguments) {
    if constexpr ((std::is_pointer_v<Argument> || ...))
        std::apply(
            [name](const auto &...argument) {
                const void *const pointers[] = {pointer_in(argument)...};
                cuda_cpu_check_arguments(name, pointers, sizeof...(Argument));
            },
            arguments);
}

// A variable that cuda2cpp found to be the device's.
struct device_variable {
    // bare: without an initialiser; managed: the host may use its name
    template <class T>
    device_variable(T &variable, const char *name, bool constant = false, bool bare = false,
                    bool managed = false) {
        if constexpr (!std::is_function_v<T>) { // a declaration may have been misread as a variable
            CUDA_CPU_TRACE(
                if (bare && std::is_trivially_default_constructible_v<std::remove_all_extents_t<T>>)
                    cuda_cpu_watch_constant((void *)&variable, sizeof variable));
            CUDA_CPU_COUNTED(if (constant)
                                 cuda_cpu_count_constant((const void *)&variable, sizeof variable));
            cuda_cpu_note_variable((const void *)&variable, sizeof variable, name, managed);
        }
        (void)constant, (void)bare, (void)name, (void)managed;
    }
};

// A virtual function that cuda2cpp found to be the device's.
struct virtual_functions {
    virtual_functions() { cuda_cpu_note_virtual_functions((const void *)this); }
};

// A reference that cuda2cpp found to be the device's: what it is to is noted if nobody else does.
struct device_reference {
    template <class T> device_reference(T &to, const char *name) {
        if constexpr (!std::is_function_v<T>)
            cuda_cpu_note_reference((const void *)&to, sizeof to, name);
        (void)to, (void)name;
    }
};

// `dropped(name), call`: what the call answers goes nowhere, so a failure is noted.
struct dropped {
    const char *name;
};
static inline void operator,(dropped call, cudaError_t error) {
    if (error != cudaSuccess)
        cuda_cpu_dropped(call.name, error);
}

// ---- kernels through a pointer -----------------------------------------------------------------

// One for each list of types: its address tells the functions apart that are called with them.
template <class... Parameter> inline char signature;

// In a kernel's stub: what a launch through a pointer to the kernel runs instead.
template <class... Parameter, class Split>
static inline bool note_split(void (*address)(Parameter...), Split split, bool flat = false) {
    using function = void (*)(kept<Parameter> & ...);
    if constexpr (SPLIT && std::is_convertible_v<Split, function>) { // it keeps nothing itself
        const function form = split;
        cuda_cpu_note_split((const void *)address, (void (*)(void))form, flat,
                            &signature<Parameter...>);
    }
    return (void)address, (void)split, (void)flat, true;
}
template <class... Parameter, class Row>
static inline bool note_split(void (*address)(Parameter...), Row row, struct flat) {
    return note_split(address, row, true);
}

// What calls a kernel, and its split form, through pointers.
template <class... Parameter> struct through_pointer {
    void (*pointer)(Parameter...);
    void operator()(kept<Parameter> &...argument) const { ::cuda_cpu::call(pointer, argument...); }
};
template <class... Parameter> struct split_through_pointer {
    void (*form)(kept<Parameter> &...);
    void operator()(kept<Parameter> &...argument) const { form(argument...); }
};
// Tests run kernels whole that have a split form.
__attribute__((unused)) static bool pointers_find_split = true;

// What stands in <<< >>>, between its evaluation and the call of the kernel's stub: a stack, for
// arguments may launch, too. What an exception leaves behind is overwritten.
struct configuration {
    const char *name; // the kernel, as written in front of <<<
    unsigned shape[6];
    size_t shared;
    cudaStream_t stream;
    const void *pointer; // through which it is launched; NULL: by its name
};
constexpr unsigned MOST_CONFIGURED = 32;
__attribute__((unused)) static thread_local configuration configured[MOST_CONFIGURED];
__attribute__((unused)) static thread_local unsigned configured_count;

// <<<grid, block, shared, stream>>>; a block has one thread if nothing is said.
static inline void configure(const char *name, dim3 grid, dim3 block = 1, size_t shared = 0,
                             cudaStream_t stream = nullptr, const void *pointer = nullptr) {
    configured[configured_count++ % MOST_CONFIGURED] = {
        name, {grid.x, grid.y, grid.z, block.x, block.y, block.z}, shared, stream, pointer};
}

// whole: `call` runs a block, not a thread.
template <class Call, bool whole, class... Parameter> class launcher {
    template <class, bool, class...> friend class launcher;
    const char *name;
    Call call;
    const void *function;
    unsigned clusters[3] = {};

    // Objects are not copied on their way from a stub's parameters.
    template <class T>
    using handed = std::conditional_t<
        std::is_class_v<T>, const T &,
        std::conditional_t<std::is_rvalue_reference_v<T>, std::remove_reference_t<T> &, T>>;

    // Launches the split form of a kernel that was launched through a pointer; false: it has none.
    bool launch_split(const configuration &c, handed<Parameter>... argument) {
        using split = split_through_pointer<Parameter...>;
        bool flat;
        void (*const form)(void) = cuda_cpu_find_split(function, &signature<Parameter...>, &flat);
        const split found{(void (*)(kept<Parameter> & ...)) form};
        if (form && flat)
            launcher<two_forms<Call, split>, true, Parameter...>(name, {call, found}, function)
                .launch(c, argument...);
        else if (form)
            launcher<split, true, Parameter...>(name, found, function).launch(c, argument...);
        return form != nullptr;
    }

    // ... and of one that is split for some blocks only.
    template <class Thread, class Split>
    void launch_either(const split_or_whole<Thread, Split> &forms, const configuration &c,
                       handed<Parameter>... argument) {
        if (c.shape[3] % 32 == 0) // its rows are whole warps
            launcher<Split, true, Parameter...>(name, forms.split, function)
                .cluster(clusters[0], clusters[1], clusters[2])
                .launch(c, argument...);
        else
            launcher<Thread, false, Parameter...>(name, forms.thread, function)
                .cluster(clusters[0], clusters[1], clusters[2])
                .launch(c, argument...);
    }

    void launch(const configuration &c, handed<Parameter>... argument) {
        if constexpr (may_be_whole<Call>)
            launch_either(call, c, argument...);
        else
            launch_form(c, argument...);
    }

    void launch_form(const configuration &c, handed<Parameter>... argument) {
        CUDA_CPU_COUNTED(const not_the_programs_own quiet); // where a kernel launches
        if constexpr (SPLIT && std::is_same_v<Call, through_pointer<Parameter...>>)
            if (pointers_find_split && launch_split(c, argument...))
                return;
        using kernel = bound_kernel<Call, kept<Parameter>...>;
        cuda_cpu_grid grid = {};
        grid.name = c.name;
        grid.function = function;
        const kernel bound{call, {keep<Parameter>(argument)...}};
        check_arguments(c.name, bound.arguments);
        grid.closure = bound.for_device();
        grid.closure_bytes = sizeof bound;
        if constexpr (whole) {
            grid.run_blocks = runner<kernel>(&bound.call);
        } else {
            grid.run_blocks = run_blocks<kernel>;
            grid.run_thread = run_thread<kernel>;
        }
        grid.where = where;
        grid.shared = c.shared;
        __builtin_memcpy(grid.cluster, clusters, sizeof clusters);
        cuda_cpu_launch(&grid, c.shape, c.stream);
    }

  public:
    launcher(const char *name, Call call, const void *function)
        : name(name), call(call), function(function) {}

    // __cluster_dims__ of the kernel
    launcher &cluster(unsigned x, unsigned y = 1, unsigned z = 1) {
        clusters[0] = x;
        clusters[1] = y;
        clusters[2] = z;
        return *this;
    }

    // What a stub does: launches as configure() was told.
    void configured(handed<Parameter>... argument) {
        launch(::cuda_cpu::configured[--configured_count % MOST_CONFIGURED], argument...);
    }

    // The launch through a pointer: `.config(grid, block, shared, stream)(arguments)`, where a
    // plain function is called, so that C++ says of what does not fit what it says of calls.
    static void launch_configured(Parameter... argument) {
        const configuration c = ::cuda_cpu::configured[--configured_count % MOST_CONFIGURED];
        launcher(c.name, {(void (*)(Parameter...))c.pointer}, c.pointer).launch(c, argument...);
    }
    auto config(dim3 grid, dim3 block = 1, size_t shared = 0, cudaStream_t stream = nullptr) {
        configure(name, grid, block, shared, stream, function);
        return &launch_configured;
    }
};

// In a kernel's stub: the lambda calls the kernel at `address`.
template <class Call, class... Parameter>
static inline launcher<Call, false, Parameter...> kernel(const char *name, Call call,
                                                         void (*address)(Parameter...)) {
    return {name, call, (const void *)address};
}

template <class Call, class... Parameter>
static inline auto kernel(const char *name, Call call, void (*address)(Parameter...), waits) {
    return launcher<waiting<Call>, false, Parameter...>(name, {call}, (const void *)address);
}

// The same of a kernel that has a split form, which another lambda calls.
template <class Call, class... Parameter, class Split>
static inline auto kernel(const char *name, Call call, void (*address)(Parameter...), Split split) {
    if constexpr (SPLIT)
        return launcher<Split, true, Parameter...>(name, split, (const void *)address);
    else
        return kernel(name, call, address);
}

template <class Call, class... Parameter, class Row>
static inline auto kernel(const char *name, Call call, void (*address)(Parameter...), Row row,
                          flat) {
    if constexpr (SPLIT)
        return launcher<two_forms<Call, Row>, true, Parameter...>(name, {call, row},
                                                                  (const void *)address);
    else
        return kernel(name, call, address);
}

template <class Call, class... Parameter, class Split>
static inline auto kernel(const char *name, Call call, void (*address)(Parameter...), Split split,
                          whole_warps) {
    if constexpr (SPLIT)
        return launcher<split_or_whole<Call, Split>, false, Parameter...>(name, {call, split},
                                                                          (const void *)address);
    else
        return kernel(name, call, address);
}

// expression<<<...>>>: a pointer to a kernel.
template <class... Parameter>
static inline auto kernel(const char *name, void (*pointer)(Parameter...)) {
    return launcher<through_pointer<Parameter...>, false, Parameter...>(name, {pointer},
                                                                        (const void *)pointer);
}

} // namespace cuda_cpu

#endif
