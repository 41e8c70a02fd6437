# SPDX-License-Identifier: MIT
# sed -f dark.sed: an SVG of gnuplot's turns dark on a dark page.
/<g id="gnuplot_canvas">/i\
<style>@media (prefers-color-scheme: dark) { #gnuplot_canvas { filter: invert(0.93) hue-rotate(180deg) } }</style>
