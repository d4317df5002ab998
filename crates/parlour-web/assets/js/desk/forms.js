// What only scripts of forms share: sums in rupees, questions to the server while somebody types, and parts that are replaced
// meanwhile.
import { all } from '../enhance.js';
import { isChanged } from './parts.js';

/** @param {number} paise */
export function rupees(paise) {
  const sum = (Math.abs(paise) / 100).toLocaleString('en-IN', { minimumFractionDigits: paise % 100 ? 2 : 0 });
  return (paise < 0 ? '−₹' : '₹') + sum;
}

/** NaN if it is no amount. @param {string} text rupees, as typed */
export const paise = text => Math.round(Number(text.replace(/^\s*rs\.?|[₹,\s]|\/-\s*$/gi, '') || NaN) * 100);

/** `1 h 15 min`, by the patterns of the page. @param {DOMStringMap} patterns @param {number} minutes */
export function duration({ hours: whole = '', minutes: short = '', both = '' }, minutes) {
  const hours = Math.floor(minutes / 60), rest = minutes % 60;
  return (hours ? rest ? both : whole : short).replace('{n}', String(hours)).replace('{m}', String(rest));
}

/** @param {HTMLFormElement} form */
export const fields = form => new URLSearchParams(/** @type {any} */ (new FormData(form)));

/** @template {unknown[]} A @param {number} wait milliseconds @param {(...given: A) => unknown} run */
export function soon(wait, run) {
  let timer = 0;
  /** @param {A} given */
  return (...given) => {
    clearTimeout(timer);
    timer = setTimeout(run, wait, ...given);
  };
}

/** Fetches documents; an answer that a later question overtook is dropped. */
export function asker() {
  let last = new AbortController();
  /** @param {string} url @param {RequestInit} [init] @returns {Promise<Document | undefined>} undefined if there is no answer */
  return async (url, init) => {
    last.abort();
    const { signal } = last = new AbortController();
    try {
      const response = await fetch(url, { ...init, signal });
      // 409 and 422 say why not.
      const isAnswer = response.ok || response.status === 409 || response.status === 422;
      if (!isAnswer || response.redirected) return;
      const text = await response.text();
      return signal.aborted ? undefined : new DOMParser().parseFromString(text, 'text/html');
    } catch {
      return;
    }
  };
}

/** Shows the parts of the answer that the form has, too. A part with the focus is left alone. @param {HTMLFormElement} form @param {Document} answer */
export function replaceParts(form, answer) {
  for (const next of all('[data-part]', answer)) {
    const [old] = all(`[data-part="${next.dataset.part}"]`, form);
    if (!old || old.contains(document.activeElement)) continue;
    const chosen = /** @type {HTMLInputElement[]} */ (all('input:checked', old));
    // What was chosen comes back as if the page had come with it.
    if ('unsaved' in form.dataset && all('input, select, textarea', old).some(isChanged)) form.dataset.unsaved = 'typed';
    old.replaceChildren(...next.childNodes);
    if (next.dataset.total) old.dataset.total = next.dataset.total;
    if (old.querySelector('input:checked')) continue;
    for (const { name, value } of chosen) {
      const again = all(`input[name="${name}"]`, old).find(input => /** @type {HTMLInputElement} */ (input).value === value);
      if (again instanceof HTMLInputElement) again.checked = true;
    }
  }
}
