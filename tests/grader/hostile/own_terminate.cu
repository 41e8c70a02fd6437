// 21 # So is std::terminate.
// here: past_the_end
namespace std { void terminate() noexcept { exit(0); } }
