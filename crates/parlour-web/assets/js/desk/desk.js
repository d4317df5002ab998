// Loads what the page needs. If a module fails, the others, forms and links still work.

/** @type {Record<string, string>} */
const modules = {
  '../enhance': 'html',
  '../live': '[data-live]',
  '../push': '[data-push], [data-sw]',
  keys: 'html',
  search: 'html',
  page: 'html',
  board: 'day-board',
  unsaved: 'day-board, form[data-unsaved]',
  newbooking: 'form[data-booking]',
  checkout: 'form[data-checkout]',
  cash: 'form[data-cash]',
  leads: '[data-lanes]',
  session: 'form[data-session]',
  order: '[data-order]',
};
for (const name in modules) if (document.querySelector(modules[name])) import(`./${name}.js`);
