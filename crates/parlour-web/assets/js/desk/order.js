// Rows of a list are dragged to another place; the form of the page saves the order. Without scripts each row's own form has
// a field for its place.
import { all } from '../enhance.js';

const [form] = /** @type {HTMLFormElement[]} */ (all('form[data-order-form]'));
/** @type {HTMLElement | null} */
let dragged = null;

/** @param {EventTarget | null} target */
const rowOf = target => target instanceof Element ? target.closest('li') : null;

/** @param {HTMLElement} list */
const ids = list => all('[data-id]', list).map(({ dataset }) => dataset.id ?? '');

/** @param {HTMLElement} list */
function save(list) {
  for (const id of ids(list)) {
    const input = document.createElement('input');
    Object.assign(input, { type: 'hidden', name: 'id', value: id });
    form.append(input);
  }
  form.requestSubmit();
}

for (const hint of all('[data-order-hint]')) hint.hidden = false;
for (const list of all('[data-order]')) {
  let rows = [...list.children], before = '';
  list.addEventListener('dragstart', event => {
    dragged = rowOf(event.target);
    rows = [...list.children];
    before = ids(list).join();
  });
  list.addEventListener('dragover', event => {
    const over = rowOf(event.target);
    if (!dragged || !list.contains(dragged)) return;
    event.preventDefault();
    if (!over || over === dragged) return;
    const { top, height } = over.getBoundingClientRect();
    if (event.clientY < top + height / 2) over.before(dragged);
    else over.after(dragged);
  });
  list.addEventListener('drop', event => event.preventDefault());
  list.addEventListener('dragend', event => {
    dragged = null;
    // Esc, or let go outside the list.
    if (event.dataTransfer?.dropEffect === 'none') list.replaceChildren(...rows);
    else if (ids(list).join() !== before) save(list);
  });
}
