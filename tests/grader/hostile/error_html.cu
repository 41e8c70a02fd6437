// 4 # Markup, a terminal's commands and a change of direction in what the compiler says.
#error <script>alert("x")</script>	[2J ‮ 20411
