// New booking: customers while typing, services by typing, the sum, and free times.
import { all } from '../enhance.js';
import { asker, duration, fields, replaceParts, rupees, soon } from './forms.js';
import { put } from './parts.js';

const [form] = /** @type {HTMLFormElement[]} */ (all('form[data-booking]'));
const words = form.dataset, url = words.partUrl ?? '/bookings/new';
const services = /** @type {HTMLInputElement[]} */ (all('[data-services] input', form));
const [who] = /** @type {HTMLInputElement[]} */ (all('[data-ask=customers]', form));
const [filter] = /** @type {HTMLInputElement[]} */ (all('[data-filter]', form));

function count() {
  let price = 0, minutes = 0;
  for (const { checked, dataset } of services) {
    if (!checked) continue;
    price += Number(dataset.price);
    minutes += Number(dataset.minutes);
  }
  listChosen();
  put(form, 'sum', rupees(price));
  put(form, 'minutes', duration(words, minutes));
  const isNew = !!form.querySelector('[name=customer][value=new]:checked');
  for (const part of all('[data-new-customer]', form)) part.hidden = !isNew;
}

/** The chosen services stand at the foot, in view whatever is scrolled. */
function listChosen() {
  const [list] = all('[data-chosen]', form), [line] = /** @type {HTMLTemplateElement[]} */ (all('[data-line]', form));
  const lines = services.filter(({ checked }) => checked).map(service => {
    const item = /** @type {DocumentFragment} */ (line.content.cloneNode(true)), row = service.closest('li');
    const [name, length, price] = all('b, .small, .num', item), [button] = all('button', item);
    name.textContent = row?.querySelector('b')?.textContent ?? '';
    length.textContent = service.dataset.length ?? '';
    price.textContent = row?.querySelector('.num')?.textContent ?? '';
    button.ariaLabel = (words.remove ?? '{name}').replace('{name}', name.textContent);
    button.addEventListener('click', () => {
      service.click();
      (filter ?? services[0]).focus();
    });
    return item;
  });
  list.replaceChildren(...lines);
}

/** Without case, and without what is often left out in Devanagari: nukta and chandrabindu. @param {string} text */
const plain = text => text.toLowerCase().normalize('NFD').replace(/\u093c/g, '').replace(/\u0901/g, '\u0902');
const rows = services.map(service => {
  const item = /** @type {HTMLElement} */ (service.closest('li'));
  const [name = ''] = all('b', item).map(({ textContent }) => textContent ?? '');
  return { service, item, name: plain(name), text: plain(item.textContent ?? '') };
});
const isLetter = /[\p{L}\p{N}]/u;

/** Smaller fits better: where a word of the name begins so, then names that contain it, then all else. @param {typeof rows[0]} row @param {string} word */
function misfit({ name, text }, word) {
  for (let at = name.indexOf(word); at >= 0; at = name.indexOf(word, at + 1)) if (!isLetter.test(name[at - 1] ?? ' ')) return at;
  return name.includes(word) ? 1000 + name.indexOf(word) : text.includes(word) ? 2000 : Infinity;
}

/** The services that fit what is typed, the best first. @param {string} typed */
function ranked(typed) {
  const words = plain(typed).trim().split(/\s+/).filter(Boolean);
  const fits = rows.map(row => ({ row, rank: words.reduce((sum, word) => sum + misfit(row, word), 0) }));
  return fits.filter(({ rank }) => rank < Infinity).sort((a, b) => a.rank - b.rank || a.row.name.length - b.row.name.length);
}

/** The best stands first; chosen services stay in view. */
function search() {
  const fitting = filter.value.trim() ? ranked(filter.value).map(({ row }) => row) : rows;
  for (const row of rows) row.item.hidden = !row.service.checked && !fitting.includes(row);
  const others = rows.filter(row => !fitting.includes(row)), list = rows[0]?.item.parentElement;
  list?.append(...[...fitting, ...others].map(({ item }) => item));
  if (list) list.scrollTop = 0;
}
if (filter) {
  filter.hidden = false;
  filter.addEventListener('input', search);
  filter.addEventListener('keydown', event => {
    if (event.key !== 'Enter' || event.isComposing || !filter.value.trim()) return;
    event.preventDefault();
    const match = ranked(filter.value).find(({ row }) => !row.service.checked);
    if (!match) return;
    match.row.service.click();
    filter.value = '';
    search();
  });
}

const askCustomers = asker(), askTimes = asker();
/** @param {string} name */
function question(name) {
  const asked = fields(form);
  asked.delete('key');
  asked.set('part', name);
  return `${url}?${asked}`;
}
async function findCustomers() {
  const answer = await askCustomers(question('customers'));
  if (answer) replaceParts(form, answer);
  isShown ||= !!answer;
  count();
}
// Enter has asked already; a second question would drop the answer that it waits for.
let isAsked = false;
/** Whether those who are listed fit what is typed. */
let isShown = true;
const findSoon = soon(200, () => isAsked || findCustomers());
who?.addEventListener('input', () => {
  isAsked = isShown = false;
  // Another name is another person.
  for (const hit of /** @type {HTMLInputElement[]} */ (all('[data-part=customers] input', form))) hit.checked = false;
  findSoon();
});
who?.addEventListener('keydown', async event => {
  if (event.isComposing || (event.key !== 'Enter' && event.key !== 'ArrowDown')) return;
  event.preventDefault();
  // Typed faster than the answer.
  if (event.key === 'Enter' || !isShown) {
    isAsked = true;
    await findCustomers();
  }
  const hits = /** @type {HTMLInputElement[]} */ (all('[data-part=customers] input', form));
  if (!hits.length) return;
  const hit = hits.find(({ checked }) => checked) ?? hits[0];
  hit.click();
  if (event.key === 'ArrowDown') hit.focus();
  else afterCustomer(hit);
});

/** On to what is asked next. @param {HTMLInputElement} hit */
function afterCustomer(hit) {
  if (hit.value === 'new') all('[data-new-customer] input', form)[0]?.focus();
  else (filter ?? services[0])?.focus();
}

const findTimes = soon(150, async () => {
  const answer = await askTimes(question('times'));
  if (answer) replaceParts(form, answer);
});
// The script asks by itself.
for (const button of all('[formmethod=get]', form)) button.hidden = true;
form.addEventListener('keydown', event => {
  if (event.key !== 'Enter' || event.defaultPrevented || event.isComposing || !(event.target instanceof HTMLInputElement)) return;
  event.preventDefault();
  // With arrows and Enter somebody chooses the customer, not the visit.
  if (event.target.name === 'customer') {
    event.target.checked || event.target.click();
    return afterCustomer(event.target);
  }
  // By itself, Enter would press the first button.
  form.requestSubmit(/** @type {HTMLButtonElement | null} */ (form.querySelector('[data-part=act] button')));
});

/** What was searched for is the name or the phone of somebody new. @param {HTMLInputElement} hit */
function fillIn({ dataset }) {
  for (const field of /** @type {HTMLInputElement[]} */ (all('[data-new-customer] input', form))) {
    field.value ||= dataset[field.name] ?? '';
  }
}
form.addEventListener('change', ({ target }) => {
  if (target instanceof HTMLInputElement && target.name === 'customer') fillIn(target);
  if (target instanceof HTMLInputElement && /^(time|other)$/.test(target.name)) {
    // One start: a shown time or another one.
    const others = /** @type {HTMLInputElement[]} */ (all(target.name === 'time' ? '[name=other]' : '[name=time]', form));
    for (const other of others) {
      if (other.type === 'radio') other.checked = false;
      else other.value = '';
    }
  }
  count();
  if (target instanceof HTMLInputElement || target instanceof HTMLSelectElement) {
    if (/^(walkin|customer|s|staff|day|at|time|other)$/.test(target.name)) findTimes();
    // The same phone may be the same person.
    if (target.name === 'phone') findCustomers();
  }
});
// Days with room keep what was typed after they were shown.
form.addEventListener('click', ({ target }) => {
  const link = target instanceof Element && target.closest('a[data-keeps]');
  if (!(link instanceof HTMLAnchorElement)) return;
  const address = new URL(link.href), typed = fields(form);
  for (const name of ['q', 'name', 'phone', 'guest', 'note']) address.searchParams.set(name, typed.get(name) ?? '');
  link.href = address.href;
});
addEventListener('pageshow', count);
count();
