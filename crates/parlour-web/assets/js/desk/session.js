// A session of a membership: what is left after it, while it is typed.
import { all } from '../enhance.js';
import { duration } from './forms.js';

const [form] = /** @type {HTMLFormElement[]} */ (all('form[data-session]'));

function show() {
  let taken = 0;
  for (const list of /** @type {HTMLSelectElement[]} */ (all('select[name^=service]', form))) {
    const minutes = form.elements.namedItem(list.name.replace('service', 'minutes'));
    const typed = minutes instanceof HTMLInputElement ? Number(minutes.value) : 0;
    // Blank: as long as the service takes.
    if (list.value) taken += typed || Number(list.selectedOptions[0].dataset.minutes);
  }
  const left = Number(form.dataset.left) - taken;
  for (const place of all('[data-out=left]', form)) {
    const { enough = '', short = '' } = place.dataset;
    place.textContent = taken ? (left < 0 ? short : enough).replace('{time}', duration(form.dataset, Math.abs(left))) : '';
  }
}

// Not every browser tells each of both for a list.
for (const event of ['input', 'change']) form.addEventListener(event, show);
show();
addEventListener('pageshow', show);
