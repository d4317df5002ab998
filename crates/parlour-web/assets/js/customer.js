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
  if (!document.querySelector('[data-sw], [data-kept]')) localStorage.removeItem('visit');
} catch {}
