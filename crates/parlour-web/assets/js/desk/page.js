// Small things of many pages: filters that send themselves, printing, the notice that the page is not connected.
import { all } from '../enhance.js';
import { put, timeOfDay } from './parts.js';

for (const form of /** @type {HTMLFormElement[]} */ (all('form[data-auto]'))) {
  for (const button of all('[data-go]', form)) button.hidden = true;
  form.addEventListener('change', event => {
    // Enter sends what is typed.
    if (event.target instanceof Element && !event.target.matches('[type=search], [type=text]')) form.requestSubmit();
  });
}

for (const button of all('[data-print]')) {
  button.hidden = false;
  button.addEventListener('click', () => print());
}

// Of tabs that a phone cuts off, the current one is in the middle.
for (const tab of all('.tabs [aria-current]')) {
  const strip = /** @type {HTMLElement} */ (tab.parentElement);
  strip.scrollLeft = tab.offsetLeft - (strip.clientWidth - tab.offsetWidth) / 2;
}

// What is cut off can be read all the same.
addEventListener('pointerover', ({ target }) => {
  const cut = target instanceof Element ? target.closest('.cut, .visit b') : null;
  if (!(cut instanceof HTMLElement)) return;
  const { scrollWidth, clientWidth, scrollHeight, clientHeight } = cut;
  if (scrollWidth > clientWidth || scrollHeight > clientHeight) cut.title = cut.textContent ?? '';
});

// A menu closes when something else is clicked, or with Esc.
/** @param {Element | null} [kept] */
function closeMenus(kept) {
  for (const menu of /** @type {HTMLDetailsElement[]} */ (all('details:is(.pop, .where, .bottom details)[open]'))) {
    if (menu === kept) continue;
    if (menu.contains(document.activeElement)) menu.querySelector('summary')?.focus();
    menu.open = false;
  }
}
addEventListener('click', event => {
  if (event.target instanceof Element) closeMenus(event.target.closest('details'));
});
addEventListener('keydown', event => {
  if (event.key === 'Escape' && !event.defaultPrevented) closeMenus();
});

// A link to a part that is closed opens it.
function openTarget() {
  const [target] = all(':target');
  /** @type {HTMLDetailsElement | null | undefined} */
  let part = target?.closest('details');
  for (; part; part = part.parentElement?.closest('details')) part.open = true;
  target?.scrollIntoView({ block: 'nearest' });
}
addEventListener('hashchange', openTarget);
openTarget();

// What somebody opens at the lower edge of a sheet comes into view.
addEventListener('click', ({ target }) => {
  const part = target instanceof Element ? target.closest('.act > summary')?.parentElement : null;
  if (part) requestAnimationFrame(() => part.scrollIntoView({ block: 'nearest' }));
});

addEventListener('live', event => {
  const isLost = /** @type {CustomEvent<number>} */ (event).detail >= 3;
  for (const notice of all('[data-offline]')) {
    if (notice.hidden === !isLost) continue;
    notice.hidden = !isLost;
    const now = new Date();
    put(notice, 'since', timeOfDay(now.getHours() * 60 + now.getMinutes()));
  }
});
