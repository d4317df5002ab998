// Loads what the page needs. If a module fails, the others, forms and links still work.

/** @type {Record<string, string>} */
const modules = {
  '../enhance': 'html',
  '../live': '[data-live]',
  '../push': '[data-push]',
  keys: 'html',
  search: 'html',
  page: 'html',
  board: 'day-board',
  times: '[data-part=sheet][data-live], form[data-times]',
  unsaved: '[data-part=sheet][data-live], form[data-unsaved]',
  newbooking: 'form[data-booking]',
  checkout: 'form[data-checkout]',
  cash: 'form[data-cash]',
  leads: '[data-lanes]',
  session: 'form[data-session]',
  order: '[data-order]',
};
for (const name in modules) if (document.querySelector(modules[name])) import(`./${name}.js`);

// The service worker. This is /assets/<hash>/js/desk/desk.js: a new release installs a new worker.
if (document.querySelector('[data-sw]')) {
  navigator.serviceWorker?.register('/sw.js?' + import.meta.url.split('/').at(-4)).catch(() => {});
}

// Of a page that answers a form, the browser keeps the form with the address, and asks whether to send it again when somebody
// comes back to the page or loads it again. This leaves the address, which shows the page of the form.
history.replaceState(null, '');
