// SPDX-License-Identifier: MIT
// What a click does beyond opening a line: one line at a time, keys to go on, a lane of a picture by itself.
'use strict';
document.documentElement.classList.add('scripted');
const lines = [...document.querySelectorAll('details.line')];

function show(line) {
    for (const other of lines)
        if (other !== line && other.closest('.version') === line.closest('.version'))
            other.open = false;
    line.open = true;
    line.querySelector('summary').focus({preventScroll: true});
    line.scrollIntoView({block: 'nearest'});
}

for (const line of lines)
    line.querySelector('summary').addEventListener('click', event => {
        event.preventDefault();
        if (line.open)
            line.open = false;
        else
            show(line);
    });

function follow() { // a link to a line opens it
    const line = location.hash && document.getElementById(location.hash.slice(1));
    if (line && line.matches('details.line'))
        show(line);
}
addEventListener('hashchange', follow);
follow();

addEventListener('keydown', event => {
    const step = {n: 1, p: -1}[event.key];
    if (!step || event.ctrlKey || event.altKey || event.metaKey || !lines.length)
        return;
    const open = document.activeElement.closest('details.line');
    const at = open ? lines.indexOf(open) + step : 0;
    show(lines[(at + lines.length) % lines.length]);
});

for (const lane of document.querySelectorAll('[data-lane]'))
    lane.addEventListener('click', () => {
        const figure = lane.closest('figure');
        for (const other of figure.querySelectorAll('.chosen'))
            other.classList.remove('chosen');
        lane.classList.add('chosen');
        figure.querySelector('output').textContent = lane.querySelector('title').textContent;
    });
