// Time page: arrow keys between days; the bar says what was chosen.

/** @param {string} selector */
const all = selector => /** @type {HTMLElement[]} */ ([...document.querySelectorAll(selector)]);
const days = all('.days a'), [strip] = all('.days'), [current] = all('.days [aria-current]');
if (current) strip.scrollLeft = current.offsetLeft - (strip.clientWidth - current.offsetWidth) / 2;

strip.addEventListener('keydown', event => {
  const at = days.indexOf(/** @type {HTMLElement} */ (event.target));
  const to = days[{ ArrowLeft: at - 1, ArrowRight: at + 1, Home: 0, End: days.length - 1 }[event.key] ?? -1];
  if (!to) return;
  event.preventDefault();
  to.focus();
});

function choose() {
  const [slot] = all('.slot :checked');
  all('[data-go]').forEach(button => button.toggleAttribute('disabled', !slot));
  if (slot) all('[data-out]').forEach(place => (place.textContent = slot.dataset[place.dataset.out ?? ''] ?? ''));
}
addEventListener('change', choose);
addEventListener('pageshow', choose);
choose();
