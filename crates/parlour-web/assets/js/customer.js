// Loads what the page needs. If a module fails, the others, forms and links still work.

/** @type {Record<string, string>} */
const modules = {
  enhance: 'form[method=post], .errors',
  live: '[data-live]',
  basket: 'form[data-basket]',
  slots: '.days',
  push: '[data-push], [data-sw], [data-kept]',
  utm: /[?&](utm_|leadId=)/.test(location.search) ? 'html' : 'form[data-utm]',
};
for (const name in modules) if (document.querySelector(modules[name])) import(`./${name}.js`);

// Of somebody whose session has ended by itself nothing stays. Browsers may refuse the storage.
try {
  if (!document.querySelector('[data-sw], [data-kept]')) delete localStorage.visit;
} catch {}

// Of a page that answers a form, the browser keeps the form with the address, and asks whether to send it again when somebody
// comes back to the page or loads it again. This leaves the address, which shows the page of the form.
history.replaceState(null, '');
