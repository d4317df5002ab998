// Another day of a visit's free times is shown at once; its form may come with a sheet.
import { all } from '../enhance.js';
import { asker, fields } from './forms.js';

const askTimes = asker();
addEventListener('change', async ({ target }) => {
  const form = target instanceof Element ? /** @type {HTMLFormElement | null} */ (target.closest('form[data-times]')) : null;
  const answer = form?.checkValidity() && await askTimes(`${form.action}?${fields(form)}`);
  if (!form || !answer) return;
  const part = `[data-part="${form.dataset.times}"]`, [next] = all(part, answer), [old] = all(part);
  if (!next || !old) return;
  old.replaceChildren(...next.childNodes);
  // A typed time is one of this day; `shown` begins with the day that the form shows.
  const day = fields(form).get('day') ?? '', place = old.closest('form');
  if (!place) return;
  for (const input of /** @type {HTMLInputElement[]} */ (all('[name=bookingDate], [name=shown]', place))) {
    input.value = input.value.replace(/^[^ ]*/, day);
  }
});
