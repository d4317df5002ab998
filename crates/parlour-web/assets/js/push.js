// The service worker, and the switch for messages on this device.

// Served at /assets/<hash>/js/push.js: a new release installs a new worker.
const workers = navigator.serviceWorker;
workers?.register('/sw.js?' + import.meta.url.split('/').at(-3)).catch(() => {});

// The page without a network tells the next visit as the first page did.
const visit = document.querySelector('#next-visit'), kept = document.querySelector('[data-kept]');
const ticket = /** @type {HTMLElement | undefined | null} */ (visit?.querySelector('[data-visit]'));
const { lang } = document.documentElement;
if (visit) localStorage.visit = ticket ? lang + ticket.dataset.visit : '';
// What was told in another language waits for the first page in this one.
if (kept && localStorage.visit?.startsWith(lang)) {
  kept.textContent = localStorage.visit.slice(lang.length);
  kept.closest('[hidden]')?.removeAttribute('hidden');
}

const box = /** @type {HTMLElement | null} */ (document.querySelector('[data-push]'));
const input = box?.querySelector('input');
// Another person may have used this browser before.
const owner = box?.dataset.push;

/** @param {string} state */
function show(state) {
  if (!box) return;
  box.hidden = false;
  for (const part of box.querySelectorAll('[data-when]')) {
    part.toggleAttribute('hidden', !part.matches(`[data-when~=${state}]`));
  }
  if (!input) return;
  input.checked = state === 'on';
  input.disabled = /blocked|install|none/.test(state);
}

/** @param {string} method @param {object} body */
async function send(method, body) {
  const response = await fetch('/api/push/subscribe', { method, headers: { 'content-type': 'application/json' }, body: JSON.stringify(body) });
  if (!response.ok) throw response;
}

async function look() {
  if (!workers || !('PushManager' in window)) return /iP(hone|ad)/.test(navigator.userAgent) ? 'install' : 'none';
  if (Notification.permission === 'denied') return 'blocked';
  const held = await (await workers.ready).pushManager.getSubscription();
  return held && localStorage.push === owner ? 'on' : 'off';
}

/** @param {boolean} on */
async function turn(on) {
  // Safari asks only right after a tap.
  if (on && await Notification.requestPermission() !== 'granted') return look();
  const { pushManager } = await workers.ready;
  const held = await pushManager.getSubscription();
  if (held && !on) await send('DELETE', { endpoint: held.endpoint });
  await held?.unsubscribe();
  if (on) {
    const { data } = await (await fetch('/api/push/key')).json();
    const made = await pushManager.subscribe({ userVisibleOnly: true, applicationServerKey: data.publicKey });
    const { endpoint, keys } = made.toJSON();
    await send('POST', { endpoint, keys });
    localStorage.push = owner;
  }
  return look();
}

/** @param {Promise<string>} state */
const settle = state => state.catch(() => 'failed').then(show);
if (box) settle(look());
input?.addEventListener('change', () => settle(turn(input.checked)));
box?.querySelector('button')?.addEventListener('click', () => settle(turn(true)));
