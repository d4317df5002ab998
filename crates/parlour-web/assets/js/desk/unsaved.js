// Asks before what somebody has typed or chosen in a `form[data-unsaved]` is lost: where the page is left, and where a visit
// beside the board makes room for another. `data-unsaved="typed"` says that the page came with something that is not saved.
import { all } from '../enhance.js';
import { isBegun } from './parts.js';

/** The form that would be lost. */
const changed = () => /** @type {HTMLFormElement[]} */ (all('form[data-unsaved]')).find(isBegun);

let isLeaving = false;
/** What waits for the answer. */
let goOn = () => {};

/** @param {Event} event @param {() => void} then */
function ask(event, then) {
  const [dialog] = /** @type {HTMLDialogElement[]} */ (all('dialog[data-part=unsaved]'));
  if (!dialog) return;
  event.preventDefault();
  event.stopImmediatePropagation();
  goOn = then;
  if (!dialog.open) dialog.showModal();
}

/** Whether the link leads away from this page, in this tab. @param {HTMLAnchorElement} link */
const leads = link => !link.target && link.origin === location.origin
  && (link.pathname !== location.pathname || link.search !== location.search || !link.hash);

addEventListener('click', event => {
  if (!(event.target instanceof Element) || isLeaving || event.ctrlKey || event.metaKey || event.shiftKey) return;
  const button = event.target.closest('dialog[data-part=unsaved] button'), link = event.target.closest('a[href]');
  if (button instanceof HTMLElement) return answer(button);
  if (!(link instanceof HTMLAnchorElement && leads(link) && changed())) return;
  // Its address has what is typed.
  if ('keeps' in link.dataset) isLeaving = true;
  else ask(event, () => link.click());
}, true);

/** @param {HTMLElement} button */
function answer(button) {
  button.closest('dialog')?.close();
  const form = changed();
  if ('save' in button.dataset) return form?.requestSubmit();
  if (!('leave' in button.dataset)) return;
  if (form) delete form.dataset.unsaved;
  goOn();
}

/** Whether a form sends or keeps what would be lost. @param {Event} event */
const isKept = ({ target }) => target === changed() || 'keeps' in /** @type {HTMLFormElement} */ (target).dataset;

addEventListener('submit', event => {
  const form = /** @type {HTMLFormElement} */ (event.target), button = event.submitter;
  if (isLeaving || !changed() || isKept(event) || form.method === 'dialog') return;
  ask(event, () => form.requestSubmit(button));
}, true);

// After the other scripts, which may have prevented it.
addEventListener('submit', event => {
  if (!event.defaultPrevented && changed() && isKept(event)) isLeaving = true;
});

// Esc closes the visit beside the board, as its link does.
addEventListener('keydown', event => {
  const [close] = all('a[data-close]');
  if (event.key !== 'Escape' || !close || !changed() || all('dialog[open], details[open]').length) return;
  event.preventDefault();
  event.stopImmediatePropagation();
  close.click();
}, true);

addEventListener('beforeunload', event => {
  if (!isLeaving && changed()) event.preventDefault();
});

/** Names what is not saved yet beside the button that saves it; as the server does, by what the form showed first. */
function nameChanges() {
  for (const list of all('form [data-changes]')) {
    const data = new FormData(/** @type {HTMLFormElement} */ (list.closest('form')));
    /** @param {string} name */
    const sent = name => data.getAll(name).map(value => value instanceof File ? value.name : value.trim())
      .filter(Boolean).sort().join();
    const fields = all('[data-fields]', list);
    for (const field of fields) {
      field.hidden = (field.dataset.fields ?? '').split(' ').every(name => sent(name) === sent(`was.${name}`));
    }
    list.hidden = fields.every(field => field.hidden);
  }
}
nameChanges();
addEventListener('input', nameChanges);
addEventListener('pageshow', () => {
  isLeaving = false;
  nameChanges();
});
