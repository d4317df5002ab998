// Checkout and sale: what is to be paid while choosing, and the change due.
import { all } from '../enhance.js';
import { asker, fields, paise, replaceParts, rupees, soon } from './forms.js';

const [form] = /** @type {HTMLFormElement[]} */ (all('form[data-checkout]'));
const ask = asker();

/** @param {string} name */
const field = name => /** @type {HTMLInputElement | RadioNodeList | null} */ (form.elements.namedItem(name));

function showMethod() {
  const method = field(form.dataset.method ?? 'method');
  if (method) for (const part of all('[data-when]', form)) part.hidden = part.dataset.when !== method.value;
  // Parts that are not chosen are not sent.
  for (const input of all('[data-when=split] :is(input, select)', form)) {
    /** @type {HTMLInputElement} */ (input).disabled = method?.value !== 'split';
  }
  // For browsers whose styles cannot ask for a checked field.
  for (const label of all('label.opt, .pay label', form)) label.classList.toggle('on', !!label.querySelector('input:checked'));
}

function showChange() {
  const due = Number(all('[data-total]', form)[0]?.dataset.total), given = paise(field('given')?.value ?? '');
  for (const place of all('[data-out=change]', form)) {
    const { due: enough = '{sum}', short = '{sum}' } = place.dataset, rest = given - due;
    place.textContent = Number.isFinite(rest) ? (rest < 0 ? short : enough).replace('{sum}', rupees(Math.abs(rest))) : '';
  }
}

// A second click takes the tip away again.
for (const button of all('[data-tip]', form)) {
  const [input] = /** @type {HTMLInputElement[]} */ (all('[name=tip]', button.closest('.field') ?? form)), { tip = '' } = button.dataset;
  button.hidden = false;
  button.addEventListener('click', () => {
    input.value = input.value === tip ? '' : tip;
    input.dispatchEvent(new Event('input', { bubbles: true }));
  });
}

const quote = soon(150, async () => {
  const shown = all('[data-part=quote]', form);
  for (const part of shown) part.ariaBusy = 'true';
  const answer = await ask(form.dataset.quote ?? '', { method: 'POST', body: fields(form) });
  if (!answer) return;
  replaceParts(form, answer);
  // What was wrong when it was sent is right by now.
  if (!all('[data-part=errors]', answer)[0]) all('[data-part=errors]', form)[0]?.remove();
  for (const field of all('.field.wrong', form)) field.classList.toggle('wrong', !!field.querySelector('.error'));
  for (const part of shown) part.ariaBusy = null;
  showChange();
});

form.addEventListener('input', ({ target }) => {
  showMethod();
  showChange();
  // What was handed over and a reference do not change the sum.
  if (target instanceof Element && /^(given|reference|notes)$/.test(target.getAttribute('name') ?? '')) return;
  quote();
});
addEventListener('pageshow', () => {
  showMethod();
  showChange();
});
showMethod();
showChange();
