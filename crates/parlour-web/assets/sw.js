// Service worker: a page for when there is no network, and push messages. Pages are never kept: they are personal.

const worker = /** @type {ServiceWorkerGlobalScope} */ (/** @type {unknown} */ (self));
const release = worker.location.search.slice(1);
const offline = '/offline';

/** Keeps the offline page, as anybody sees it. @param {Record<string, string>} headers */
async function keepOffline(headers) {
  const response = await fetch(offline, { credentials: 'omit', headers });
  if (!response.ok) throw new Error('no offline page');
  const page = await response.clone().text();
  await (await caches.open(release)).put(offline, response);
  return page;
}

/** Keeps the offline page with its stylesheet, font and scripts. */
async function install() {
  const page = await keepOffline({});
  const cache = await caches.open(release);
  const styles = [...page.matchAll(/href="(\/assets\/[^"]+\.css)"/g)].map(match => match[1]);
  const assets = ['fonts/parlour-display.woff2', 'js/customer.js', 'js/push.js'];
  await cache.addAll([...styles, ...assets.map(name => `/assets/${release}/${name}`)]);
}

async function activate() {
  for (const name of await caches.keys()) if (name !== release) await caches.delete(name);
  await worker.registration.navigationPreload?.enable();
  await worker.clients.claim();
}

/**
 * The offline page is in the language of the page that was shown last: the browser's is only where it begins.
 * @param {Response} shown
 */
async function followLanguage(shown) {
  const language = shown.headers.get('content-language'), kept = await caches.match(offline);
  if (language && kept?.headers.get('content-language') !== language) await keepOffline({ 'accept-language': language });
}

/** @param {FetchEvent} event */
async function navigate(event) {
  try {
    /** @type {Response} */
    const shown = (await event.preloadResponse) ?? (await fetch(event.request));
    event.waitUntil(followLanguage(shown).catch(() => {}));
    return shown;
  } catch {
    return (await caches.match(offline)) ?? Response.error();
  }
}

/** @param {Request} request */
async function asset(request) {
  return (await caches.match(request)) ?? fetch(request);
}

worker.addEventListener('install', event => {
  worker.skipWaiting();
  event.waitUntil(install());
});
worker.addEventListener('activate', event => event.waitUntil(activate()));
/**
 * Whether the network is asked for a page. A form that is sent is not: a worker may not ask for its answer again without the
 * network, as the browser does on the way back to it, and the browser says itself what became of the form.
 * @param {Request} request
 */
const isVisit = ({ mode, method, cache }) => mode === 'navigate' && method === 'GET' && cache !== 'only-if-cached';
worker.addEventListener('fetch', event => {
  if (isVisit(event.request)) event.respondWith(navigate(event));
  else if (event.request.url.startsWith(`${worker.location.origin}/assets/${release}/`)) event.respondWith(asset(event.request));
});

/** @typedef {{ id?: string, type?: string, title?: string, body?: string, bookingId?: string | null, url?: string }} Message */
/** The page that a message is about. @param {Message} message */
function address({ url, type = '', bookingId }) {
  if (url) return url;
  if (bookingId) return '/visits/' + bookingId;
  return /gem|membership/.test(type) ? '/rewards' : '/notifications';
}

worker.addEventListener('push', event => {
  /** @type {Message} */
  let message = {};
  try {
    message = event.data?.json() ?? {};
  } catch {
    // A browser takes the permission away if nothing is shown.
  }
  event.waitUntil(worker.registration.showNotification(message.title ?? 'Parlour', {
    body: message.body,
    tag: message.id,
    icon: `/assets/${release}/icons/app-192.png`,
    data: address(message),
  }));
});

worker.addEventListener('notificationclick', event => {
  event.notification.close();
  const url = new URL(event.notification.data, worker.location.origin);
  if (url.origin !== worker.location.origin) return;
  event.waitUntil(open(url.href));
});

/** @param {string} url */
async function open(url) {
  const windows = await worker.clients.matchAll({ type: 'window', includeUncontrolled: true });
  const shown = windows.find(client => client.url === url);
  return shown ? shown.focus() : worker.clients.openWindow(url);
}
