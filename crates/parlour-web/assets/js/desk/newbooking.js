// New booking: customers while typing, services by typing, the sum, and free times.
import { all } from '../enhance.js';
import { asker, duration, fields, put, replaceParts, rupees, soon } from './parts.js';

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
  put(form, 'sum', rupees(price));
  put(form, 'minutes', duration(words, minutes));
  const isNew = !!form.querySelector('[name=customer][value=new]:checked');
  for (const part of all('[data-new-customer]', form)) part.hidden = !isNew;
}

/** Chosen services stay in view. */
function search() {
  const asked = filter.value.trim().toLowerCase();
  for (const service of services) {
    const item = service.closest('li');
    if (item) item.hidden = !service.checked && !item.textContent?.toLowerCase().includes(asked);
  }
}
if (filter) {
  filter.hidden = false;
  filter.addEventListener('input', search);
  filter.addEventListener('keydown', event => {
    if (event.key !== 'Enter' || event.isComposing || !filter.value.trim()) return;
    event.preventDefault();
    const match = services.find(service => !service.checked && !service.closest('li')?.hidden);
    if (!match) return;
    match.click();
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
  count();
}
// Enter has asked already; a second question would drop the answer that it waits for.
let isAsked = false;
const findSoon = soon(200, () => isAsked || findCustomers());
who?.addEventListener('input', () => {
  isAsked = false;
  // Another name is another person.
  for (const hit of /** @type {HTMLInputElement[]} */ (all('[data-part=customers] input', form))) hit.checked = false;
  findSoon();
});
who?.addEventListener('keydown', async event => {
  if (event.isComposing || (event.key !== 'Enter' && event.key !== 'ArrowDown')) return;
  event.preventDefault();
  // Typed faster than the answer.
  if (event.key === 'Enter') {
    isAsked = true;
    await findCustomers();
  }
  const hits = /** @type {HTMLInputElement[]} */ (all('[data-part=customers] input', form));
  if (!hits.length) return;
  const hit = hits.find(({ checked }) => checked) ?? hits[0];
  hit.click();
  if (event.key === 'ArrowDown') hit.focus();
  else if (hit.value === 'new') all('[data-new-customer] input', form)[0]?.focus();
  else (filter ?? services[0])?.focus();
});

const findTimes = soon(150, async () => {
  const answer = await askTimes(question('times'));
  if (answer) replaceParts(form, answer);
});
// The script asks by itself.
for (const button of all('[formmethod=get]', form)) button.hidden = true;
form.addEventListener('keydown', event => {
  if (event.key !== 'Enter' || event.defaultPrevented || event.isComposing || !(event.target instanceof HTMLInputElement)) return;
  event.preventDefault();
  // By itself, Enter would press the first button.
  form.requestSubmit(/** @type {HTMLButtonElement | null} */ (form.querySelector('button.main')));
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
    if (/^(walkin|s|staff|day|at|time|other)$/.test(target.name)) findTimes();
    // The same phone may be the same person.
    if (target.name === 'phone') findCustomers();
  }
});
addEventListener('pageshow', count);
count();
