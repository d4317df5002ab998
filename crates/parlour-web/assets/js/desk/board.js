// The day board: visits are moved by dragging, by keys and by choosing a time; a visit opens beside the board.
// It only fills in and shows what the server put on the page: the form that moves a visit, links, and the sheet.
import { all, questions, refresh } from '../enhance.js';
import { isTyping } from './keys.js';
import { put, timeOfDay } from './parts.js';

// Of twenty columns, a visit changes one or two: only those are sent again.
questions.known = part => part === 'board' ? all('.col[data-version]').map(column => column.dataset.version ?? '') : [];

const STEP_MINUTES = 5;
/** A click on empty time means a quarter of an hour. */
const CLICK_STEPS = 3;
const DRAG_PIXELS = 6;

/**
 * A visit that is being moved.
 * @typedef {object} Move
 * @property {string} id
 * @property {string} name
 * @property {string} from
 * @property {number} length steps
 * @property {number} row steps after the start of the board
 * @property {HTMLElement | null} column
 * @property {HTMLElement | null} home the column it comes from, if that is shown
 * @property {HTMLElement | null} item where it is on the board
 */

/** @param {Element} element @param {'r' | 'n'} letter */
const steps = (element, letter) => Number(new RegExp(`\\b${letter}(\\d+)`).exec(element.className)?.[1] ?? 0);

/** Which visit it is, as the addresses of the board name it. @param {Element | null} item */
const visitOf = item => new URL(item?.querySelector('a')?.href ?? location.origin).searchParams.get('visit') ?? '';

/** `1:05`, on a clock of twelve hours. @param {number} minutes after midnight */
const clock = minutes => `${Math.floor(minutes / 60) % 12 || 12}:${String(minutes % 60).padStart(2, '0')}`;

/** @param {EventTarget | null} target @param {string} selector */
const near = (target, selector) => /** @type {HTMLElement | null} */ (target instanceof Element ? target.closest(selector) : null);

// As in the style sheet.
const phone = matchMedia('(max-width: 47.99rem)');

/** Ends when the stylesheet of this name is there; a page that came with what it is for has it. @param {string} name @returns {Promise<unknown>} */
const addStyles = name => new Promise((resolve, reject) => {
  const href = new URL(`../../css/${name}.css`, import.meta.url).pathname;
  if (all(`link[href="${href}"]`).length) return resolve(href);
  const link = document.createElement('link');
  Object.assign(link, { rel: 'stylesheet', href, onload: resolve, onerror: reject });
  document.head.append(link);
});

class DayBoard extends HTMLElement {
  /** @type {Move | null} */
  move = null;
  /** @type {{ item: HTMLElement, x: number, y: number, above: number } | null} */
  grab = null;
  /** @type {{ href: string, answer: Promise<Response> } | null} */
  ahead = null;
  /** What can be done to a visit with one click. @type {HTMLElement | undefined} */
  acts;
  soon = 0;
  /** @type {Promise<unknown> | undefined} */
  sheetParts;
  ghost = document.createElement('li');
  hint = document.createElement('li');
  query = location.search;

  connectedCallback() {
    const [board] = all('.board', this), [form] = /** @type {HTMLFormElement[]} */ (all('form[data-place]', this));
    if (!board) return;
    this.board = board;
    this.form = form;
    [this.acts] = all('[data-acts]', this);
    this.ghost.ariaHidden = this.hint.ariaHidden = 'true';
    this.addEventListener('pointerdown', event => this.press(event));
    this.addEventListener('pointermove', event => this.follow(event));
    this.addEventListener('pointerup', event => this.drop(event));
    this.addEventListener('pointercancel', () => this.cancel());
    this.addEventListener('pointerleave', () => {
      this.hint.remove();
      this.showActs(null);
    });
    this.addEventListener('pointerover', event => {
      const item = near(event.target, '.at');
      clearTimeout(this.soon);
      // Whoever only passes over a visit does not want them.
      if (event.pointerType === 'mouse') this.soon = setTimeout(() => this.showActs(item), item ? 250 : 100);
    });
    // Links are dragged by the browser otherwise.
    this.addEventListener('dragstart', event => event.preventDefault());
    this.addEventListener('click', event => this.choose(event));
    this.addEventListener('focusin', ({ target }) => {
      this.keepTabStop(target);
      this.showActs(near(target, '.at'));
    });
    document.addEventListener('keydown', event => this.key(event));
    document.addEventListener('click', event => this.clickBeside(event));
    addEventListener('popstate', () => {
      // A name in the head of a column only scrolls.
      if (location.search !== this.query) location.reload();
    });

    const [placing] = all('[data-placing]');
    if (placing && form) {
      const { placing: id = '', name = '', from = '', n } = placing.dataset;
      this.move = { id, name, from, length: Number(n), row: 0, column: null, home: null, item: null };
      this.classList.add('placing');
    }
    for (const visit of this.visits().slice(1)) visit.tabIndex = -1;
    this.keepPlace();
    this.keepTime();
    this.nameColumn();
    this.openOnEveryone();
  }

  /** The first minute that is shown; an early visit changes it. */
  get start() { return Number(all('.times', this)[0]?.dataset.start ?? this.dataset.start); }
  columns() { return all('.col', this); }
  visits() { return all('.at > a', this); }
  /** On a phone, columns are lists. */
  hasTimes() { return !!this.querySelector('.col') && !phone.matches; }
  rows() { return Number(getComputedStyle(all('.cols', this)[0]).getPropertyValue('--h')) || 132; }

  /** @param {HTMLElement} column @param {number} y */
  rowAt(column, y) {
    const { top, height } = column.getBoundingClientRect();
    return (y - top) / (height / this.rows());
  }

  // Moving

  /** @param {HTMLElement} item @returns {Move | null} null if it stays where it is */
  lift(item) {
    const column = near(item, '.col'), id = visitOf(item);
    if (!this.form || !column || !id || 'fixed' in item.dataset) return null;
    const row = steps(item, 'r'), from = `${timeOfDay(this.start + row * STEP_MINUTES)}, ${column.dataset.name}`;
    const name = item.querySelector('b')?.textContent ?? '';
    this.cancel();
    this.showActs(null);
    item.classList.add('lifted');
    this.classList.add('placing');
    return this.move = { id, name, from, length: steps(item, 'n'), row, column, home: column, item };
  }

  /** Shows where it would be, and the form that asks, unless it is there already. @param {HTMLElement} column @param {number} row */
  show(column, row) {
    const { move, form } = this;
    if (!move || !form) return;
    // Nobody can be taken away by moving, only given.
    if (!column.dataset.staff && column !== move.home && move.item) return;
    move.column = column;
    move.row = Math.max(0, Math.min(Math.round(row), this.rows() - move.length));
    const minutes = this.start + move.row * STEP_MINUTES, time = timeOfDay(minutes);
    this.ghost.className = `ghost r${move.row} n${move.length}`;
    this.ghost.textContent = time;
    column.append(this.ghost);
    put(form, 'name', move.name);
    put(form, 'from', move.from);
    put(form, 'to', `${time}, ${column.dataset.name}`);
    const isTaken = column.dataset.staff && all('.at', column).some(other => {
      const row = steps(other, 'r'), isOver = other.querySelector('.done, .noshow, .refused');
      return !isOver && visitOf(other) !== move.id && row < move.row + move.length && row + steps(other, 'n') > move.row;
    });
    put(form, 'taken', isTaken ? ` ${form.dataset.taken?.replace('{name}', column.dataset.name ?? '')}` : '');
    form.action = (form.dataset.action ?? '').replace('{id}', move.id);
    const [hours, rest] = [Math.floor(minutes / 60), minutes % 60].map(n => String(n).padStart(2, '0'));
    this.fill('time', `${hours}:${rest}`);
    this.fill('seen', (move.item ?? all('[data-placing]')[0])?.dataset.seen ?? '');
    this.fill('staff', column === move.home ? '' : column.dataset.staff ?? '');
    form.hidden = this.isThere();
  }

  /** @param {string} name @param {string} value */
  fill(name, value) {
    const field = this.form?.elements.namedItem(name);
    if (field instanceof HTMLInputElement) field.value = value;
  }

  cancel() {
    this.move?.item?.classList.remove('lifted');
    this.classList.remove('placing', 'dragging');
    this.ghost.remove();
    if (this.form) this.form.hidden = true;
    this.move = this.grab = null;
  }

  ask() { /** @type {HTMLElement | null | undefined} */ (this.form?.querySelector('.main, [type=submit]'))?.focus(); }

  /** Whether it is shown where it is already. */
  isThere() {
    const { move } = this;
    return !!move?.item && move.column === move.home && move.row === steps(move.item, 'r');
  }

  /** Keys have shown where it goes. */
  send() {
    const back = this.move?.item?.querySelector('a');
    if (!this.isThere()) return this.form?.requestSubmit(/** @type {HTMLButtonElement | null} */ (this.form.querySelector('[type=submit]')));
    this.cancel();
    back?.focus();
  }

  // Pointer

  /** @param {PointerEvent} event */
  press(event) {
    const link = near(event.target, '.at > a'), item = near(link, '.at');
    if (!(link instanceof HTMLAnchorElement) || !item || event.button || event.ctrlKey || event.metaKey) return;
    this.ahead = { href: link.href, answer: this.fetchSheet(link.href) };
    this.ahead.answer.catch(() => {});
    this.loadSheetParts().catch(() => {});
    // A finger scrolls; it moves a visit by its sheet.
    if (event.pointerType === 'touch' || !this.hasTimes()) return;
    this.grab = { item, x: event.clientX, y: event.clientY, above: event.clientY - item.getBoundingClientRect().top };
  }

  /** @param {PointerEvent} event */
  follow(event) {
    const { grab, board } = this;
    if (!grab || !board) return this.point(event);
    if (!this.classList.contains('dragging')) {
      if (Math.hypot(event.clientX - grab.x, event.clientY - grab.y) < DRAG_PIXELS) return;
      if (!this.lift(grab.item)) return void (this.grab = null);
      this.grab = grab;
      this.hint.remove();
      this.classList.add('dragging');
      this.setPointerCapture(event.pointerId);
    }
    const edge = board.getBoundingClientRect(), { clientX: x, clientY: y } = event;
    board.scrollBy(x > edge.right - 30 ? 12 : x < edge.left + 80 ? -12 : 0, y > edge.bottom - 30 ? 12 : y < edge.top + 80 ? -12 : 0);
    const column = this.columnAt(x) ?? this.move?.column;
    if (column) this.show(column, this.rowAt(column, y - grab.above));
  }

  /** @param {number} x */
  columnAt(x) {
    return this.columns().find(column => {
      const { left, right } = column.getBoundingClientRect();
      return left <= x && x < right;
    });
  }

  /** @param {PointerEvent} event */
  drop(event) {
    const isDragged = this.classList.contains('dragging');
    this.grab = null;
    if (!isDragged) return;
    this.classList.remove('dragging');
    this.releasePointerCapture(event.pointerId);
    // The click that follows is no click on the visit.
    addEventListener('click', stop, { capture: true, once: true });
    setTimeout(() => removeEventListener('click', stop, true));
    if (this.isThere()) this.cancel();
    else this.ask();
  }

  /** Says which time a click on empty time means. @param {PointerEvent} event */
  point(event) {
    const column = near(event.target, '.col');
    if (event.pointerType !== 'mouse' || !column || near(event.target, '.at') || this.form?.hidden === false || !this.hasTimes()) return this.hint.remove();
    const row = this.clickedRow(column, event.clientY);
    this.hint.className = `ghost thin r${row} n${CLICK_STEPS}`;
    this.hint.textContent = timeOfDay(this.start + row * STEP_MINUTES);
    if (this.hint.parentElement !== column) column.append(this.hint);
  }

  /** @param {HTMLElement} column @param {number} y */
  clickedRow(column, y) { return Math.max(0, Math.floor(this.rowAt(column, y) / CLICK_STEPS) * CLICK_STEPS); }

  /** @param {MouseEvent} event */
  choose(event) {
    if (event.ctrlKey || event.metaKey || event.shiftKey || event.defaultPrevented) return;
    if (near(event.target, '[data-cancel]')) return this.cancel();
    const link = near(event.target, '.at > a'), column = near(event.target, '.col');
    if (link instanceof HTMLAnchorElement) {
      event.preventDefault();
      this.open(link, !event.detail);
    } else if (column && !near(event.target, 'a, button') && this.hasTimes()) {
      const row = this.clickedRow(column, event.clientY), minutes = this.start + row * STEP_MINUTES;
      if (this.move) {
        this.show(column, row);
        return this.ask();
      }
      const time = [Math.floor(minutes / 60), minutes % 60].map(n => String(n).padStart(2, '0')).join(':');
      const query = new URLSearchParams({ time, staff: column.dataset.staff ?? '' });
      if (this.dataset.new) location.href = `${this.dataset.new}&${query}`;
    }
  }

  // Quick acts

  /** Those that the status of the visit allows. @param {HTMLElement | null} item null for none */
  showActs(item) {
    const { acts } = this;
    if (!acts || (acts.parentElement === item && !acts.hidden) || acts.contains(document.activeElement)) return;
    const [, status] = /visit (\w+)/.exec(item?.querySelector('a')?.className ?? '') ?? [];
    let isEmpty = true;
    for (const act of all('[data-for]', acts)) {
      const to = act.dataset.to?.replace('{id}', visitOf(item)) ?? '';
      act.hidden = !status || !act.dataset.for?.split(' ').includes(status);
      if (act instanceof HTMLButtonElement && act.name) {
        // Only with somebody who is free.
        act.hidden ||= !item?.dataset.with;
        act.value = item?.dataset.with ?? '';
        act.textContent = (act.dataset.text ?? '').replace('{name}', item?.dataset.person ?? '');
      }
      act.setAttribute(act instanceof HTMLAnchorElement ? 'href' : 'formaction', to);
      isEmpty &&= act.hidden;
    }
    acts.hidden = isEmpty || !!this.move || !this.hasTimes();
    (acts.hidden ? this : item)?.append(acts);
  }

  // The sheet

  /** Its styles and the scripts of its forms, which the board itself does without. */
  loadSheetParts() {
    return this.sheetParts ??= Promise.all([addStyles('sheet'), import('./unsaved.js'), import('./times.js')]);
  }

  /** @param {string} href */
  fetchSheet(href) {
    const url = new URL(href);
    url.searchParams.set('part', 'sheet');
    return fetch(url);
  }

  /** @param {HTMLAnchorElement} link @param {boolean} byKey */
  async open(link, byKey) {
    try {
      const known = this.ahead?.href === link.href ? this.ahead.answer : this.fetchSheet(link.href);
      this.ahead = null;
      const [response] = await Promise.all([known, this.loadSheetParts()]);
      if (!response.ok || response.redirected) throw response;
      const [next] = all('[data-part=sheet]', new DOMParser().parseFromString(await response.text(), 'text/html'));
      const [old] = all('[data-part=sheet]');
      old.replaceWith(next);
      next.closest('.boardwrap')?.classList.add('open');
      for (const visit of this.visits()) visit.classList.toggle('picked', visit === link);
      this.push(link.href);
      next.tabIndex = -1;
      if (byKey) next.focus();
    } catch {
      location.href = link.href;
    }
  }

  /** @param {string} href */
  push(href) {
    history.pushState(null, '', href);
    this.query = location.search;
  }

  /** @param {string} href the board without the sheet */
  close(href) {
    const [sheet] = all('[data-part=sheet]'), [picked] = all('.picked', this);
    sheet.hidden = true;
    sheet.replaceChildren();
    sheet.closest('.boardwrap')?.classList.remove('open');
    picked?.classList.remove('picked');
    picked?.focus();
    this.push(href);
  }

  /** @param {MouseEvent} event */
  clickBeside(event) {
    const link = near(event.target, 'a[data-close], a[data-move]');
    if (!(link instanceof HTMLAnchorElement) || event.ctrlKey || event.metaKey || event.defaultPrevented) return;
    if ('close' in link.dataset) {
      event.preventDefault();
      return this.close(link.href);
    }
    const item = all('.at', this).find(item => visitOf(item) === link.dataset.move);
    if (!item || !this.hasTimes() || !this.startKeys(item)) return;
    event.preventDefault();
  }

  // Keys

  /** @param {HTMLElement} item */
  startKeys(item) {
    const move = this.lift(item);
    if (!move?.column) return false;
    this.show(move.column, move.row);
    this.board?.focus();
    return true;
  }

  /** @param {KeyboardEvent} event */
  key(event) {
    if (event.defaultPrevented || event.ctrlKey || event.metaKey || event.altKey || event.isComposing || isTyping(event.target)) return;
    if (document.querySelector('dialog[open]')) return;
    const { activeElement } = document, isHere = activeElement === document.body || this.contains(activeElement);
    const by = { ArrowUp: [-1, 0], ArrowDown: [1, 0], ArrowLeft: [0, -1], ArrowRight: [0, 1] }[event.key];
    const item = near(activeElement, '.at') ?? near(all('.picked', this)[0] ?? null, '.at');
    if (event.key === 'Escape') {
      const [close] = /** @type {HTMLAnchorElement[]} */ (all('a[data-close]'));
      // The time of a visit of another day is chosen until that is left.
      if (this.move?.item || this.form?.hidden === false) {
        const back = this.move?.item?.querySelector('a');
        this.cancel();
        back?.focus();
      } else if (close && !all('details[open]').length) this.close(close.href);
      else return;
    } else if (by && isHere && this.move?.column && !near(activeElement, 'form')) this.shift(by);
    else if (by && isHere && !near(activeElement, 'form, .heads')) this.go(by);
    else if (event.key === 'Enter' && this.move?.column && activeElement === this.board) this.send();
    else if (event.key === 'm' && item && isHere && this.hasTimes()) this.startKeys(item);
    else return;
    event.preventDefault();
  }

  /** @param {number[]} by steps and columns */
  shift([rows, across]) {
    const columns = this.columns(), at = columns.findIndex(column => column === this.move?.column);
    const column = columns[at + across];
    if (!column || !this.move) return;
    this.show(column, this.move.row + rows);
    this.ghost.scrollIntoView({ block: 'nearest', inline: 'nearest' });
  }

  /** To the next visit. @param {number[]} by visits and columns */
  go([down, across]) {
    const lists = this.columns().map(column => all('.at', column).sort((a, b) => steps(a, 'r') - steps(b, 'r'))).filter(list => list.length);
    const now = near(document.activeElement, '.at');
    const at = lists.findIndex(list => now && list.includes(now));
    let to = lists[0]?.[0];
    if (now && at >= 0) {
      const row = steps(now, 'r'), list = lists[at + across] ?? [];
      /** @param {HTMLElement} item */
      const away = item => Math.abs(steps(item, 'r') - row);
      to = down ? lists[at][lists[at].indexOf(now) + down] : [...list].sort((a, b) => away(a) - away(b))[0];
    }
    const link = to?.querySelector('a');
    link?.focus({ preventScroll: true });
    link?.scrollIntoView({ block: 'nearest', inline: 'nearest' });
  }

  /** One visit is reached by Tab, the others by arrows. @param {EventTarget | null} target */
  keepTabStop(target) {
    if (!near(target, '.at > a')) return;
    for (const visit of this.visits()) if (visit.tabIndex !== (visit === target ? 0 : -1)) visit.tabIndex = visit === target ? 0 : -1;
  }

  // What stays or goes on

  /** Scrolled where it was, or to the time of day. */
  keepPlace() {
    const { board } = this, name = `board ${this.dataset.at} ${this.dataset.day}`;
    if (!board) return;
    try {
      const [left, top] = (sessionStorage.getItem(name) ?? '').split(' ').map(Number), [now] = all('.nowline span', this);
      if (top !== undefined) board.scrollTo(left, top);
      else if (now) board.scrollTop = now.offsetTop - board.clientHeight / 3;
      addEventListener('pagehide', () => sessionStorage.setItem(name, `${board.scrollLeft} ${board.scrollTop}`));
    } catch {
      // Storage may be blocked.
    }
  }

  /** Moves the line of the time of day, by the clock of the server. */
  keepTime() {
    const shown = Number(this.dataset.now), loaded = Date.now();
    if (!this.dataset.now) return;
    // Somebody is late without any change.
    setInterval(() => refresh('queue').catch(() => {}), 60_000);
    setInterval(() => {
      const minutes = shown + Math.floor((Date.now() - loaded) / 60_000), row = Math.floor((minutes - this.start) / STEP_MINUTES);
      for (const line of all('.nowline span', this)) {
        line.hidden = row < 0 || row >= this.rows();
        line.className = `r${Math.max(0, row)}`;
        line.dataset.t = clock(minutes);
      }
    }, 20_000);
  }

  /** On a narrow screen, unless somebody has chosen whose day. */
  openOnEveryone() {
    const [everyone] = /** @type {HTMLAnchorElement[]} */ (all('#everyone', this));
    if (!everyone || !phone.matches || location.hash || this.move || new URLSearchParams(location.search).has('view')) return;
    history.replaceState(null, '', everyone.href);
    this.query = location.search;
    addStyles('list').then(() => refresh('board')).catch(() => {});
  }

  /** On a phone, the name of the person who is shown is marked. */
  nameColumn() {
    const [cols] = all('.cols', this);
    const observer = new IntersectionObserver(entries => {
      if (this.hasTimes()) return;
      const [shown] = entries.filter(({ isIntersecting }) => isIntersecting);
      if (!shown) return;
      for (const head of all('.who', this)) {
        const isShown = head.getAttribute('href') === `#${shown.target.id}`;
        head.ariaCurrent = isShown ? 'true' : null;
        if (isShown) head.parentElement?.scrollTo({ left: head.offsetLeft - 16 });
      }
    }, { root: cols, threshold: 0.6 });
    for (const column of this.columns()) observer.observe(column);
  }
}

/** @param {Event} event */
function stop(event) {
  event.preventDefault();
  event.stopPropagation();
}

customElements.define('day-board', DayBoard);
