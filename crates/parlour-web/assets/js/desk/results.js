// Results of the search while typing, arrow keys and Enter. The dialog is open when this is loaded.
import { all } from '../enhance.js';
import { asker, soon } from './forms.js';

const [dialog] = /** @type {HTMLDialogElement[]} */ (all('dialog[data-part=search]'));
const [input] = /** @type {HTMLInputElement[]} */ (all('[name=q]', dialog));
const [list] = all('[data-part=results]', dialog), [status] = all('[data-say]', dialog), ask = asker();
list.id ||= 'search-results';
for (const [name, value] of Object.entries({ role: 'combobox', 'aria-autocomplete': 'list', 'aria-controls': list.id, 'aria-expanded': 'false' })) {
  input.setAttribute(name, value);
}
/** @type {HTMLElement[]} */
let options = [];
let chosen = -1;

/** @param {number} at */
const choose = at => {
  chosen = at;
  options.forEach((option, i) => option.setAttribute('aria-selected', String(i === at)));
  options[at]?.scrollIntoView({ block: 'nearest' });
  if (options[at]) input.setAttribute('aria-activedescendant', options[at].id);
  else input.removeAttribute('aria-activedescendant');
};

/** The answer is lists of links; here they are the options of one list. @param {Node[]} content */
const show = (...content) => {
  list.replaceChildren(...content);
  options = all('a', list);
  options.forEach((option, i) => {
    option.id = `search-${i}`;
    option.setAttribute('role', 'option');
    option.tabIndex = -1;
  });
  for (const section of all('section', list)) {
    const [heading] = all('.gh', section);
    section.setAttribute('role', 'group');
    section.setAttribute('aria-label', heading?.textContent ?? '');
    heading?.setAttribute('aria-hidden', 'true');
  }
  for (const element of all('ul, li', list)) element.setAttribute('role', 'presentation');
  if (options.length) list.setAttribute('role', 'listbox');
  else list.removeAttribute('role');
  list.ariaLabel = options.length ? dialog.ariaLabel : null;
  input.setAttribute('aria-expanded', String(options.length > 0));
  if (status && content.length) status.textContent = (status.dataset.say ?? '').replace('{n}', String(options.length));
  choose(options.length ? 0 : -1);
};

const look = soon(80, async () => {
  const asked = input.value.trim();
  if (!asked) return show();
  const answer = await ask(`/search?${new URLSearchParams({ q: asked, part: 'results' })}`);
  const [found] = answer ? all('[data-part=results]', answer) : [];
  if (found) show(...found.childNodes);
});
input.addEventListener('input', look);
input.addEventListener('keydown', event => {
  const by = { ArrowDown: 1, ArrowUp: -1 }[event.key] ?? 0, option = options[chosen];
  if (by && options.length) choose((chosen + by + options.length) % options.length);
  // Without a result, Enter sends the form to the search page.
  else if (event.key === 'Enter' && option && !event.isComposing) option.click();
  else return;
  event.preventDefault();
});
dialog.addEventListener('click', event => {
  if (event.target === dialog) dialog.close();
});
// Somebody has typed meanwhile.
if (input.value) look();
