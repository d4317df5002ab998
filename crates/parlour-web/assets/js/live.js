// Refreshes what was changed elsewhere. One tab is connected and tells the others: a browser has six connections.
import { all, refresh } from './enhance.js';

const topics = [...new Set(all('[data-live]').map(part => part.dataset.live))].sort().join();
const channel = new BroadcastChannel('live ' + topics);

/** @type {Set<string>} */
const due = new Set();
/** @param {string} [topic] every topic if it is missing */
function show(topic) {
  for (const { dataset } of all('[data-live]')) {
    if (dataset.part && (!topic || topic === dataset.live)) due.add(dataset.part);
  }
  setTimeout(() => {
    if (!document.hidden) refresh(...due).catch(() => {});
    due.clear();
  }, 50);
}
/** @param {string} [topic] */
function tell(topic) {
  show(topic);
  channel.postMessage(topic);
}
channel.onmessage = event => show(event.data);

// What changed until the page was made is on it.
let position = all('[data-since]')[0]?.dataset.since;
let failures = 0, timer = 0;
const report = () => dispatchEvent(new CustomEvent('live', { detail: failures }));
/** @type {EventSource} */
let source;
function connect() {
  source = new EventSource(`/live?topics=${topics}&since=${position}`);
  source.onopen = () => {
    failures = 0;
    report();
  };
  source.addEventListener('change', event => {
    position = event.lastEventId;
    tell(event.data);
  });
  source.onerror = () => {
    source.close();
    const polls = ++failures >= 3;
    report();
    if (polls) tell();
    timer = setTimeout(connect, polls ? 30_000 : 3000);
  };
}

let leave = () => {};
function join() {
  const waiting = new AbortController();
  leave = () => waiting.abort();
  /** @returns {Promise<void>} ends when this tab leaves */
  const lead = () => new Promise(resolve => {
    leave = () => {
      source.close();
      clearTimeout(timer);
      resolve();
    };
    connect();
  });
  (navigator.locks?.request(channel.name, { signal: waiting.signal }, lead) ?? lead()).catch(() => {});
}

// Only a visible tab is connected.
document.addEventListener('visibilitychange', () => {
  leave();
  if (document.hidden) return;
  join();
  show();
});
if (!document.hidden) join();
