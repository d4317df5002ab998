// Search from every page: Ctrl K or `/`. What finds while somebody types is loaded with the first search.
import { all } from '../enhance.js';
import { isTyping } from './keys.js';

const [dialog] = /** @type {HTMLDialogElement[]} */ (all('dialog[data-part=search]'));

function open() {
  const [content] = /** @type {HTMLTemplateElement[]} */ (all('template', dialog));
  if (content) {
    content.replaceWith(content.content);
    // Without it, Enter sends the form to the search page.
    import('./results.js').catch(() => {});
  }
  if (!dialog.open) dialog.showModal();
  const [field] = /** @type {HTMLInputElement[]} */ (all('[name=q]', dialog));
  field.focus();
  field.select();
}
addEventListener('keydown', event => {
  const isSlash = event.key === '/' && !isTyping(event.target) && !event.ctrlKey && !event.altKey && !event.metaKey;
  const isControlK = event.key.toLowerCase() === 'k' && (event.ctrlKey || event.metaKey);
  if (!dialog || event.defaultPrevented || !(isSlash || isControlK)) return;
  event.preventDefault();
  open();
});
for (const link of all('[data-search]')) {
  link.addEventListener('click', event => {
    if (!dialog || event.ctrlKey || event.metaKey || event.shiftKey) return;
    event.preventDefault();
    open();
  });
}
