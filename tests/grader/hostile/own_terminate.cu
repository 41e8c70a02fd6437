// 21 # Its own std::terminate.
// here: past_the_end
namespace std {
void terminate() noexcept { exit(0); }
} // namespace std
