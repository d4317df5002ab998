// Day close: notes and coins are added up into the counted cash.
import { all } from '../enhance.js';
import { paise, rupees } from './forms.js';
import { put } from './parts.js';

const [form] = /** @type {HTMLFormElement[]} */ (all('form[data-cash]'));
const pieces = /** @type {HTMLInputElement[]} */ (all('[data-worth]', form));
const [counted] = /** @type {HTMLInputElement[]} */ (all('[data-counted]', form));
const [morning] = /** @type {HTMLInputElement[]} */ (all('[data-float]', form));
const [why] = /** @type {HTMLInputElement[]} */ (all('[name=note]', form));
const expected = Number(form.dataset.expected);
/** A larger difference needs a note, in paise. */
const UNEXPLAINED = 10_000;

/** @param {number} sum paise in the drawer */
function compare(sum) {
  const float = paise(morning?.value || '0'), difference = sum - float - expected, isKnown = Number.isFinite(difference);
  put(form, 'float', Number.isFinite(float) && morning?.value ? rupees(float) : '');
  put(form, 'expected', Number.isFinite(float) && morning?.value ? rupees(float + expected) : '');
  put(form, 'counted', isKnown ? rupees(sum) : '');
  put(form, 'difference', isKnown ? rupees(difference) : '');
  for (const line of all('[data-compared]', form)) line.hidden = !isKnown;
  for (const note of all('[data-off]', form)) note.hidden = !isKnown || difference === 0;
  for (const note of all('[data-agrees]', form)) note.hidden = !isKnown || difference !== 0;
  if (why) why.required = isKnown && Math.abs(difference) > UNEXPLAINED;
}

/** NaN if it is no whole number. @param {HTMLInputElement} piece */
const count = piece => /^\s*\d*\s*$/.test(piece.value) ? Number(piece.value) : NaN;

/** NaN while a field is wrong. */
function add() {
  let sum = 0;
  for (const piece of pieces) {
    const worth = Number(piece.dataset.worth) * count(piece);
    sum += worth;
    const place = piece.closest('label')?.querySelector('[data-sum]');
    if (place) place.textContent = Number.isNaN(worth) ? '' : rupees(worth);
  }
  return sum;
}

form.addEventListener('input', ({ target }) => {
  if (target instanceof HTMLInputElement && pieces.includes(target)) {
    const sum = add();
    target.ariaInvalid = Number.isNaN(count(target)) ? 'true' : null;
    if (counted) counted.value = Number.isNaN(sum) ? '' : String(sum / 100);
    compare(sum);
  } else if (counted && (target === counted || target === morning)) {
    compare(paise(counted.value));
  }
});
function start() {
  const sum = add();
  if (sum && counted && !counted.value) counted.value = String(sum / 100);
  compare(paise(counted?.value ?? ''));
}
addEventListener('pageshow', start);
start();
