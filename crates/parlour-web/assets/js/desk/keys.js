// Single keys: `data-key="n"` is clicked by n, unless somebody types. `j` and `k` go through `data-scope`.
import { all } from '../enhance.js';
import { isBegun } from './parts.js';

/** @param {EventTarget | null} target */
export const isTyping = target => target instanceof HTMLElement && (target.isContentEditable
  || target.matches('textarea, select, input:not([type=checkbox], [type=radio], [type=button], [type=submit])'));

/** @param {Element} element */
const isVisible = element => element.getClientRects().length > 0;

const [help] = /** @type {HTMLDialogElement[]} */ (all('dialog[data-part=keys]'));
let isOn = true;
try {
  isOn = localStorage.keys !== 'off';
} catch {
  // Storage may be blocked.
}
// In the help sheet, and on the page of the account.
const showTurns = () => /** @type {HTMLInputElement[]} */ (all('[data-keys]')).forEach(turn => { turn.checked = isOn; });
showTurns();
addEventListener('change', ({ target }) => {
  if (!(target instanceof HTMLInputElement && 'keys' in target.dataset)) return;
  isOn = target.checked;
  showTurns();
  try {
    localStorage.keys = isOn ? 'on' : 'off';
  } catch {
    // Then it holds for this page.
  }
});
function showHelp() {
  const [content] = /** @type {HTMLTemplateElement[]} */ (all('template', help));
  content?.replaceWith(content.content);
  showTurns();
  help.showModal();
}
for (const button of all('[data-help]')) {
  button.hidden = false;
  button.addEventListener('click', showHelp);
}
help?.addEventListener('click', event => {
  if (event.target === help) help.close();
});

/** @param {string} key */
function find(key) {
  const [dialog] = all('dialog[open]'), selector = `[data-key="${CSS.escape(key)}"]`;
  // Where the focus is, else the first: a key never means another request.
  const scope = dialog ? null : document.activeElement?.closest('[data-scope]') ?? all('[data-scope]').find(isVisible);
  /** @param {Element} element */
  const isMeant = element => isVisible(element) && [null, scope].includes(element.closest('[data-scope]'));
  // The page before its frame: 1 is cash at the checkout, and a branch elsewhere.
  const root = dialog ?? document, own = all(`main ${selector}`, root);
  return [...(scope ? all(selector, scope) : []), ...own, ...all(selector, root)].find(isMeant);
}

/** A link, or the button of another form, would lose what is half filled in. @param {HTMLElement} element */
function loses(element) {
  if (!element.matches('a[href], button, [type=submit]')) return false;
  const own = /** @type {HTMLButtonElement} */ (element).form;
  return all('form').some(form => form !== own && isBegun(/** @type {HTMLFormElement} */ (form)));
}

/** @param {number} by */
function step(by) {
  const scopes = all('[data-scope]').filter(isVisible);
  const at = scopes.findIndex(scope => scope.contains(document.activeElement));
  const to = scopes[at < 0 ? 0 : at + by];
  to?.focus();
  to?.scrollIntoView({ block: 'nearest' });
  return !!to;
}

/** @param {HTMLElement} element */
function press(element) {
  if (element.matches('input')) element.focus();
  element.click();
  const details = element.closest('details');
  // What opens asks for something: a reason, for example.
  if (element.matches('summary') && details?.open) all('input:not([type=hidden]), select, textarea, button', details)[0]?.focus();
}

addEventListener('keydown', event => {
  if (!isOn || event.defaultPrevented || event.repeat || event.isComposing || isTyping(event.target)) return;
  if (event.ctrlKey || event.metaKey || event.altKey) return;
  // A link or a button that has the focus takes Enter itself.
  if (event.key === 'Enter' && document.activeElement !== document.body) return;
  const key = event.key.length === 1 ? event.key.toLowerCase() : event.key;
  if (key === '?' && help && !help.open) {
    showHelp();
    return event.preventDefault();
  }
  const element = find(key);
  if (element && loses(element)) return;
  if (element) press(element);
  const isStep = !element && (key === 'j' || key === 'k') && step(key === 'j' ? 1 : -1);
  if (element || isStep) event.preventDefault();
});
