// Forms are sent once; parts of the page are brought up to date in place.

/** @param {string} selector @param {ParentNode} [root] */
export const all = (selector, root = document) => /** @type {HTMLElement[]} */ ([...root.querySelectorAll(selector)]);

function release() {
  for (const sent of all('[data-sent], .busy')) {
    delete sent.dataset.sent;
    sent.classList.remove('busy');
    sent.ariaDisabled = null;
  }
}
addEventListener('pageshow', release);
addEventListener('submit', event => {
  const { dataset, target } = /** @type {HTMLFormElement} */ (event.target), button = event.submitter;
  if (event.defaultPrevented || target) return;
  if (dataset.sent) return event.preventDefault();
  dataset.sent = '1';
  setTimeout(() => {
    if (!dataset.sent || !button) return;
    // Not `disabled`: focus stays on it.
    button.classList.add('busy');
    button.ariaDisabled = 'true';
  }, 150);
  // A download leaves the page as it is.
  setTimeout(release, 15_000);
});

all('.errors')[0]?.focus();

const REPLACEABLE = 'a[href], summary';
/** What is selected, as of before the changes: asked between them, the browser would lay the page out each time. @type {Range | null} */
let selected = null;
function noteSelection() {
  const selection = getSelection();
  selected = selection?.type === 'Range' ? selection.getRangeAt(0) : null;
}

/** What somebody used when it changed elsewhere, and the part of the page that it is in. @type {Map<Element, string>} */
const left = new Map();
/** @param {Element} part */
const leave = part => left.set(part, part.closest('[data-part]')?.getAttribute('data-part') ?? '');

/** Whether somebody uses it. A link or the head of a menu that has the focus can be replaced by the new one. @param {Element} part */
function isInUse(part) {
  const { activeElement } = document;
  return !!(part.closest('form, dialog[open]')
    || part.matches('details[open]')
    || part.querySelector('dialog[open], details[open], [data-sent], input:not([type=hidden]), select, textarea')
    || (part.contains(activeElement) && (part === activeElement || !activeElement?.matches(REPLACEABLE)))
    || selected?.intersectsNode(part));
}

/** The same; the page says then that it is old. @param {Element} part */
function isUsed(part) {
  const used = isInUse(part);
  if (used) leave(part);
  return used;
}

/** What the server sent of elements whose `data-v` is empty. @type {WeakMap<Element, string>} */
const sent = new WeakMap();
/** @param {ParentNode} root */
function remember(root) {
  // The open sheet is no change of the visit that it shows.
  for (const element of all('[data-v=""]', root)) sent.set(element, element.outerHTML.replace(' picked', ''));
}
remember(document);
/** @param {HTMLElement} element */
const version = element => element.dataset.v || sent.get(element);
/** Some are told apart by their link only. @param {Element} element */
const name = element => element.id || element.querySelector('a')?.getAttribute('href');

/** Returns what is shown then. @param {HTMLElement} old @param {HTMLElement} next */
function replace(old, next) {
  if (version(old) === version(next) || isUsed(old)) return old;
  next.classList.add('changed');
  old.replaceWith(next);
  return next;
}

/** @param {Element} list */
const childrenOf = list => /** @type {HTMLElement[]} */ ([...list.children]);

/** @param {HTMLElement} list @param {HTMLElement} next */
function merge(list, next) {
  if ('same' in next.dataset) {
    // Another answer was shown since the question.
    if (list.dataset.version !== next.dataset.same) leave(list);
    return list;
  }
  const fresh = childrenOf(next), named = new Set(fresh.map(name)), known = new Map();
  list.className = next.className;
  if (next.dataset.version) list.dataset.version = next.dataset.version;
  for (const old of childrenOf(list)) {
    if (name(old) && !named.has(name(old)) && !isUsed(old)) old.remove();
    else if (!known.has(name(old))) known.set(name(old), old);
  }
  let at = 0;
  for (const child of fresh) {
    const old = known.get(name(child)), other = old ? null : elsewhere(child);
    // It stays where somebody uses it.
    if (other && isUsed(other)) continue;
    if (!old) child.classList.add('changed');
    const shown = old ? ('v' in child.dataset ? replace : merge)(old, child) : child, place = list.children[at++];
    // One that goes further down is moved itself, not all that come before it then.
    if (place && place.nextElementSibling === shown && !isHeld(place)) list.append(place);
    else if (place !== shown && !(old && isHeld(shown))) list.insertBefore(shown, place ?? null);
  }
  return list;
}

/** What is moved loses the focus. @param {Element} element */
const isHeld = element => isInUse(element) || element.contains(document.activeElement);

/** The same in another list. @param {HTMLElement} child */
const elsewhere = child => child.id
  ? document.getElementById(child.id)
  : all(child.localName + '[data-v=""]').find(other => name(other) === name(child));

let asked = 0;
/** The latest question whose answer is shown, by part. @type {Map<string, number>} */
const answered = new Map();

/** Of what is shown already, the versions that need not be sent again. @type {{ known: (part: string) => string[] }} */
export const questions = { known: () => [] };

/** @param {string} part @returns {Promise<string | undefined>} */
async function ask(part) {
  const url = new URL(location.href), question = ++asked, known = questions.known(part);
  url.searchParams.set('part', part);
  // What was left alone is not as it was sent.
  if (known.length && !left.size) url.searchParams.set('known', known.join(' '));
  const response = await fetch(url), text = await response.text();
  // A later question may have been answered sooner.
  if (!response.ok || response.redirected || question < (answered.get(part) ?? 0)) return;
  answered.set(part, question);
  return text;
}

/** Gives the focus to what replaced the element. @param {Element} held @param {string | undefined} holder the id of what it was in */
function focusAgain(held, holder) {
  const href = held.getAttribute('href'), same = all(held.localName).filter(other => other.getAttribute('href') === href);
  const again = same.find(other => other.closest('[id]')?.id === holder) ?? (href && same[0]);
  if (again) again.focus({ preventScroll: true });
}

/**
 * Fetches parts of this page and replaces, all at once, what has another `data-v`, or another content if that is empty:
 * the part, or its children by `id` or link, and theirs.
 * @param {string[]} names
 */
export async function refresh(...names) {
  const texts = await Promise.all(names.map(name => ask(name).catch(() => undefined)));
  const { activeElement: active } = document;
  const held = active?.closest('[data-part]') && active.matches(REPLACEABLE) ? active : null, holder = held?.closest('[id]')?.id;
  noteSelection();
  names.forEach((name, at) => {
    const selector = `[data-part="${name}"]`, [old] = all(selector);
    const [next] = all(selector, new DOMParser().parseFromString(texts[at] ?? '', 'text/html'));
    if (!old || !next) return;
    for (const [part, its] of left) if (its === name || !part.isConnected) left.delete(part);
    remember(next);
    ('v' in next.dataset ? replace : merge)(old, next);
  });
  if (held && !held.isConnected) focusAgain(held, holder);
  for (const note of all('[data-stale]')) note.hidden = !left.size;
}

// What was left alone is brought up to date once nobody uses it any more.
let soon = 0;
for (const event of ['focusout', 'toggle', 'close', 'selectionchange']) {
  addEventListener(event, () => {
    clearTimeout(soon);
    if (left.size) soon = setTimeout(() => {
      noteSelection();
      refresh(...new Set([...left].filter(([part]) => !isInUse(part)).map(([, name]) => name)));
    }, 100);
  }, true);
}

// Under 18 nobody can agree to offers.
const [birth] = /** @type {HTMLInputElement[]} */ (all('[data-adult]'));
birth?.addEventListener('input', () => {
  const [offers] = /** @type {HTMLInputElement[]} */ (all('[name=marketingConsent]', birth.form ?? document));
  if (offers) offers.disabled = birth.value > (birth.dataset.adult ?? '');
});
