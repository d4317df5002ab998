// Keeps where a visitor came from until the visit is booked, also across the sign-in.

/** @type {Record<string, string>} */
const kept = JSON.parse(sessionStorage.campaign ?? '{}');
for (const [name, value] of new URLSearchParams(location.search)) {
  // utm_source is utmSource in forms.
  const field = name.replace(/_(.)/, (_, letter) => letter.toUpperCase());
  if (/^utm[A-Z]|^leadId$/.test(field)) kept[field] = value.slice(0, 120);
}
sessionStorage.campaign = JSON.stringify(kept);
for (const input of document.querySelectorAll('input')) {
  if (input.closest('[data-utm]')) input.value ||= kept[input.name] ?? '';
}
