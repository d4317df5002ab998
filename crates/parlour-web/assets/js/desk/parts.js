// What many scripts of the desk share: texts that are filled in, and whether somebody has begun to fill in a form.
import { all } from '../enhance.js';

/** @param {ParentNode} root @param {string} name @param {string} text */
export function put(root, name, text) {
  for (const place of all(`[data-out=${name}]`, root)) place.textContent = text;
}

/** `1:05 pm`, in the words of the page. @param {number} minutes after midnight */
export function timeOfDay(minutes) {
  const { time = '', parts = '' } = all('[data-parts]')[0].dataset, hour = Math.floor(minutes / 60);
  return time.replace('{hour}', String(hour % 12 || 12)).replace('{minute}', String(minutes % 60).padStart(2, '0'))
    .replace('{part}', parts.split('|')[hour % 24]);
}

/** Whether it is not as the page came. @param {Element} field */
export function isChanged(field) {
  if (field instanceof HTMLSelectElement) {
    const options = [...field.options];
    const first = options.find(({ defaultSelected }) => defaultSelected) ?? options.find(({ disabled }) => !disabled);
    return !field.multiple && field.selectedIndex !== (first ? options.indexOf(first) : -1);
  }
  if (field instanceof HTMLTextAreaElement) return field.value !== field.defaultValue;
  if (!(field instanceof HTMLInputElement) || field.type === 'hidden') return false;
  return /^(checkbox|radio)$/.test(field.type) ? field.checked !== field.defaultChecked : field.value !== field.defaultValue;
}

/** Whether the page shows it again because it was refused. @param {HTMLFormElement} form */
function isRefused(form) {
  // The page knows better where it has several forms.
  if ('unsaved' in form.dataset) return form.dataset.unsaved === 'typed';
  const [summary] = all('[data-part=errors]'), around = summary?.closest('form, [data-part=sheet], main');
  return !!around?.contains(form)
    && all('input:not([type=hidden]), select, textarea', form).some(field => field.getClientRects().length);
}

/**
 * Whether somebody has filled in a part of it that is not saved. What a refused form shows was typed, too. Lists that are
 * searched lose nothing.
 * @param {HTMLFormElement} form
 */
export const isBegun = form => form.getAttribute('method') === 'post' && !form.hidden
  && (isRefused(form) || [...form.elements].some(isChanged));
