// Services page: sum while tapping, search in place.

/** @param {string} selector */
const all = selector => /** @type {HTMLElement[]} */ ([...document.querySelectorAll(selector)]);
const [form] = all('form[data-basket]');
const words = form.dataset;
const services = /** @type {HTMLInputElement[]} */ (all('[name=s]'));

/** @param {number} paise */
const rupees = paise => '₹' + (paise / 100).toLocaleString('en-IN', { minimumFractionDigits: paise % 100 ? 2 : 0 });
/** @param {string | undefined} pattern @param {number} n */
const say = (pattern = '{n}', n) => pattern.replace('{n}', String(n));
/** @param {number} minutes */
function duration(minutes) {
  const rest = minutes % 60, hours = (minutes - rest) / 60;
  return say(hours ? rest ? words.both : words.hours : words.minutes, hours).replace('{m}', String(rest));
}
/** @param {string} name @param {string} text */
const put = (name, text) => all(`[data-out=${name}]`).forEach(place => (place.textContent = text));
/** @param {string} tag @param {(string | Node)[]} content */
function make(tag, ...content) {
  const element = document.createElement(tag);
  element.append(...content);
  return element;
}
/** @param {string} selector @param {(note: HTMLElement) => boolean} isShown */
const show = (selector, isShown) => all(selector).forEach(note => (note.hidden = !isShown(note)));

function count() {
  const chosen = services.filter(service => service.checked);
  const n = chosen.length, type = chosen[0]?.dataset.type;
  let price = 0, minutes = 0;
  const lines = chosen.map(service => {
    const paise = Number(service.dataset.price), length = Number(service.dataset.minutes);
    const name = service.parentElement?.querySelector('.nm')?.textContent ?? '';
    price += paise;
    minutes += length;
    return make('li', make('span', name, make('small', duration(length))), make('span', rupees(paise)));
  });
  all('[data-out=lines]').forEach(list => list.replaceChildren(...lines));
  put('sum', rupees(price));
  put('minutes', duration(minutes));
  put('count', say(n > 1 ? words.many : n ? words.one : words.none, n));
  // A visit has services of one type.
  for (const service of services) {
    service.disabled = !service.checked && n > 0 && service.dataset.type !== type;
    service.parentElement?.classList.toggle('off', service.disabled);
  }
  const isOver = n > Number(words.max);
  show('[data-other]', note => n > 0 && note.dataset.other !== type);
  show('[data-over]', () => isOver);
  all('[data-go]').forEach(button => button.toggleAttribute('disabled', !n || isOver));
}
addEventListener('change', count);
addEventListener('pageshow', count);
count();

/** Without case, and without what is often left out in Devanagari: nukta and chandrabindu. @param {string} text */
const plain = text => text.toLowerCase().normalize('NFD').replace(/\u093c/g, '').replace(/\u0901/g, '\u0902');
const [search] = /** @type {HTMLInputElement[]} */ (all('[type=search]'));
search?.addEventListener('input', () => {
  // As the server does: every word, in the service or the name of its category.
  const asked = plain(search.value).split(/\s+/);
  show('.svcs > li', item => {
    const text = plain(item.textContent + ' ' + item.closest('section')?.querySelector('h2')?.textContent);
    return asked.every(word => text.includes(word));
  });
  show('[data-nothing]', () => !form.querySelector('.svcs > :not([hidden])'));
});
addEventListener('keydown', event => {
  // In the box, Enter would send the form.
  if (event.key !== (event.target === search ? 'Enter' : '/')) return;
  event.preventDefault();
  search?.focus();
});
