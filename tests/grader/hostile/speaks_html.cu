// 4 # Markup and a terminal's commands, in all that it can say.
#error <script>alert("\033]0;mine\a")</script>
int main() {}
