# SPDX-License-Identifier: MIT
# svg.awk: what the figures of these pages are drawn with. Every figure is NAME.awk beside this file, and
# draws NAME.svg in its BEGIN: awk -f svg.awk -f NAME.awk. Colours are classes, light and dark, so that a
# figure reads on either page: ink, faint; and four that mean something, a to d (text: ta to td).

function svg_open(width, height, title) {
    printf "<svg xmlns=\"http://www.w3.org/2000/svg\" viewBox=\"0 0 %d %d\" width=\"%d\" height=\"%d\" role=\"img\" aria-label=\"%s\">\n", width, height, width, height, title
    print "<!-- SPDX-License-Identifier: MIT. Drawn by make docs. -->"
    print "<title>" title "</title>"
    print "<style>"
    print "text { font: 13px system-ui, sans-serif; fill: #1f2328 } .small { font-size: 11px } .big { font-size: 15px; font-weight: 600 }"
    print ".mono { font-family: ui-monospace, monospace } .faint { fill: #59636e }"
    print ".box { fill: none; stroke: #59636e } .line { stroke: #59636e; fill: none } .ink { stroke: #1f2328; fill: none } .tip { fill: #59636e }"
    print ".a { fill: #b6d4fe; stroke: #0a58ca } .b { fill: #ffd8a8; stroke: #b35c00 } .c { fill: #b7e4c7; stroke: #1b7a43 } .d { fill: #e5c7f5; stroke: #7b2cbf } .n { fill: #e7eaee; stroke: #8c959f }"
    print ".ta { fill: #0a58ca } .tb { fill: #9a4f00 } .tc { fill: #1b7a43 } .td { fill: #7b2cbf }"
    print "@media (prefers-color-scheme: dark) {"
    print "text { fill: #e6edf3 } .faint { fill: #9198a1 } .box, .line { stroke: #9198a1 } .ink { stroke: #e6edf3 } .tip { fill: #9198a1 }"
    print ".a { fill: #123a6b; stroke: #79b8ff } .b { fill: #5c3a0c; stroke: #ffb454 } .c { fill: #14532d; stroke: #6fdd8b } .d { fill: #43205e; stroke: #d2a8ff } .n { fill: #2a313a; stroke: #768390 }"
    print ".ta { fill: #79b8ff } .tb { fill: #ffb454 } .tc { fill: #6fdd8b } .td { fill: #d2a8ff }"
    print "}"
    print "</style>"
}
function svg_close() {
    print "</svg>"
}
function rect(x, y, width, height, class) {
    printf "<rect x=\"%g\" y=\"%g\" width=\"%g\" height=\"%g\" rx=\"3\" class=\"%s\"/>\n", x, y, width, height, class
}
function circle(x, y, radius, class) {
    printf "<circle cx=\"%g\" cy=\"%g\" r=\"%g\" class=\"%s\"/>\n", x, y, radius, class
}
function line(x0, y0, x1, y1, class) {
    printf "<line x1=\"%g\" y1=\"%g\" x2=\"%g\" y2=\"%g\" class=\"%s\"/>\n", x0, y0, x1, y1, class ? class : "line"
}
# anchor: start, middle or end
function text(x, y, words, anchor, class) {
    gsub(/&/, "\\&amp;", words)
    gsub(/</, "\\&lt;", words)
    gsub(/>/, "\\&gt;", words)
    printf "<text x=\"%g\" y=\"%g\" text-anchor=\"%s\"%s>%s</text>\n", x, y, anchor ? anchor : "start", class ? " class=\"" class "\"" : "", words
}
# A box with words in its middle.
function label(x, y, width, height, class, words, text_class) {
    rect(x, y, width, height, class)
    text(x + width / 2, y + height / 2 + 4.5, words, "middle", text_class)
}
function arrow(x0, y0, x1, y1, class,    dx, dy, length_) {
    dx = x1 - x0
    dy = y1 - y0
    length_ = sqrt(dx * dx + dy * dy)
    dx /= length_
    dy /= length_
    line(x0, y0, x1 - 6 * dx, y1 - 6 * dy, class)
    printf "<path d=\"M%g %gL%g %gL%g %gZ\" class=\"tip\"/>\n", x1, y1, x1 - 9 * dx + 4 * dy, y1 - 9 * dy - 4 * dx, x1 - 9 * dx - 4 * dy, y1 - 9 * dy + 4 * dx
}
