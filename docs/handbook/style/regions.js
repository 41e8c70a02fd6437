/* SPDX-License-Identifier: MIT */
/* Names for what the theme leaves without one, so that a screen reader can say where it is; and lists that scroll can be
   reached by keyboard. The theme adds buttons to code when it comes into sight. */
function nameRegions() {
    document.querySelector('.md-search')?.setAttribute('aria-label', 'Search');
    document.querySelectorAll('.md-code__nav').forEach((nav, i) => nav.setAttribute('aria-label', `Code ${i + 1}`));
    for (const part of document.querySelectorAll('.md-sidebar__scrollwrap, .wide'))
        if (part.scrollWidth > part.clientWidth || part.scrollHeight > part.clientHeight)
            part.tabIndex = 0;
}
new MutationObserver(nameRegions).observe(document.body, { childList: true, subtree: true });
nameRegions();
