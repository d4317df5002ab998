// Leads are dragged between lanes. It presses the button of the menu, so only moves that are allowed are done.
import { all } from '../enhance.js';

const DRAG_PIXELS = 6;
const [lanes] = all('[data-lanes]');

/** @typedef {{ card: HTMLElement, x: number, y: number, isMoved: boolean, targets: Map<Element, HTMLElement> }} Drag */
/** @type {Drag | null} */
let drag = null;

/** What of the menu leads to which lane. @param {HTMLElement} card */
function moves(card) {
  /** @type {Map<Element, HTMLElement>} */
  const targets = new Map();
  for (const lane of all('[data-statuses]', lanes)) {
    if (lane.contains(card)) continue;
    const statuses = lane.dataset.statuses?.split(' ') ?? [];
    const act = all('.menu [data-status]', card).find(({ dataset }) => statuses.includes(dataset.status ?? ''));
    if (act) targets.set(lane, act);
  }
  return targets;
}

/** @param {Drag} drag @param {PointerEvent} event */
function laneUnder(drag, { clientX: x, clientY: y }) {
  return [...drag.targets.keys()].find(lane => {
    const { left, right, top, bottom } = lane.getBoundingClientRect();
    return left <= x && x < right && top <= y && y < bottom;
  });
}

function leave() {
  if (!drag) return;
  drag.card.style.translate = '';
  drag.card.classList.remove('lifted');
  for (const lane of drag.targets.keys()) lane.classList.remove('target', 'over');
  drag = null;
}

lanes.addEventListener('pointerdown', event => {
  const { target } = event, card = target instanceof Element ? target.closest('.lead') : null;
  // A finger scrolls; the menu is there for it.
  if (!(card instanceof HTMLElement) || event.button || event.pointerType === 'touch') return;
  if (target instanceof Element && target.closest('details, button, .link')) return;
  drag = { card, x: event.clientX, y: event.clientY, isMoved: false, targets: moves(card) };
});

lanes.addEventListener('pointermove', event => {
  if (!drag) return;
  const x = event.clientX - drag.x, y = event.clientY - drag.y;
  if (!drag.isMoved) {
    if (Math.hypot(x, y) < DRAG_PIXELS) return;
    drag.isMoved = true;
    lanes.setPointerCapture(event.pointerId);
    drag.card.classList.add('lifted');
    // What has the focus is not replaced meanwhile.
    drag.card.focus({ preventScroll: true });
    for (const lane of drag.targets.keys()) lane.classList.add('target');
  }
  drag.card.style.translate = `${x}px ${y}px`;
  const under = laneUnder(drag, event);
  for (const lane of drag.targets.keys()) lane.classList.toggle('over', lane === under);
});

lanes.addEventListener('pointerup', event => {
  if (!drag?.isMoved) return void (drag = null);
  // The click that follows is no click on the lead.
  addEventListener('click', stop, { capture: true, once: true });
  setTimeout(() => removeEventListener('click', stop, true));
  const lane = laneUnder(drag, event), act = lane && drag.targets.get(lane);
  leave();
  // After that click.
  if (act) setTimeout(() => act.click());
});
for (const end of ['pointercancel', 'lostpointercapture']) lanes.addEventListener(end, leave);
addEventListener('keydown', event => {
  if (event.key === 'Escape' && drag) leave();
});
// Links are dragged by the browser otherwise.
lanes.addEventListener('dragstart', event => event.preventDefault());

/** @param {Event} event */
function stop(event) {
  event.preventDefault();
  event.stopPropagation();
}
