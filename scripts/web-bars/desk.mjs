// Measures the bars of the desk's pages and prints one line for each.
import lighthouse from "lighthouse";
import { apiAs, fillBusyDay } from "./busy_day.mjs";
import { endWithResult, isWanted, load, pause, percentile, report, scriptBytes } from "./measure.mjs";
import { launchChromium, median, openDesktop, signIn, startSalon } from "./salon.mjs";

const DESK = "bars-desk@demo.invalid";
const OWNER = "owner@demo.invalid";
const ROUNDS = 10;
const REFRESHES = 7;
const BOARDS = 300;

const boardOf = (salon, busy) => `${salon.admin}/board?at=${busy.branch}&day=${busy.day}`;

/** B12: the board of 20 people and 200 visits. */
async function weight(salon, browser, busy) {
  const { context, page } = await openDesktop(browser);
  await signIn(salon, page, DESK);
  const { all } = await load(page, boardOf(salon, busy), { until: "load", settleMs: 2_000 });
  // Without the headers of the answer.
  const html = await page.evaluate(() => performance.getEntriesByType("navigation")[0].encodedBodySize);
  const scripts = await scriptBytes(all);
  const [elements, visits] = await page.evaluate(() => [document.querySelectorAll("*").length, document.querySelectorAll("li.at").length]);
  report("B12", `${visits} visits: ${html} bytes of HTML, ${elements} elements, scripts ${scripts} bytes`,
    "200: 12,000 bytes, 1,800, 25,000", visits >= 200 && html <= 12_000 && elements <= 1_800 && scripts <= 25_000);
  await context.close();
}

/** B18: how long the server takes for that board, one after the other. The rest of B18 is printed by `parlour-bench`. */
async function boardTimes(salon, busy) {
  const cookie = salon.command("session", "create", "--email", DESK).trim();
  const times = [];
  for (let run = 0; run < BOARDS; run += 1) {
    const started = performance.now();
    const response = await fetch(boardOf(salon, busy), { headers: { cookie, "accept-encoding": "br" } });
    await response.arrayBuffer();
    if (!response.ok || response.redirected) throw new Error(`the board: ${response.status}`);
    times.push(performance.now() - started);
  }
  const p99 = percentile(times, 0.99);
  report("B18", `board on SQLite: p99 ${p99.toFixed(1)} ms, p50 ${percentile(times, 0.5).toFixed(1)} ms of ${times.length}`, "25 ms", p99 <= 25);
}

/** The longest of the events of one interaction, from the press to the next paint. */
async function interaction(page, act) {
  await page.evaluate(() => { window.longest = 0; });
  await act();
  await pause(500);
  // Events shorter than this are not reported.
  return Math.max(16, await page.evaluate(() => window.longest));
}

async function drag(page, from, by) {
  const box = await (await page.$(from)).boundingBox();
  const [x, y] = [box.x + box.width / 2, box.y + 8];
  await page.mouse.move(x, y);
  await page.mouse.down();
  for (let step = 1; step <= 6; step += 1) await page.mouse.move(x + (by[0] * step) / 6, y + (by[1] * step) / 6);
  await page.mouse.up();
}

/** B13: opening, closing, walking and moving visits on a slow computer. */
async function interactions(salon, browser, busy) {
  const { context, page } = await openDesktop(browser, { slow: true });
  await signIn(salon, page, DESK);
  await page.evaluateOnNewDocument(() => {
    window.longest = 0;
    new PerformanceObserver((list) => {
      for (const entry of list.getEntries()) if (entry.interactionId) window.longest = Math.max(window.longest, entry.duration);
    }).observe({ type: "event", durationThreshold: 16 });
  });
  await page.goto(boardOf(salon, busy), { waitUntil: "load" });
  await pause(3_000);
  const times = [];
  for (let round = 0; round < ROUNDS; round += 1) {
    const visit = `ol.col:nth-of-type(${2 + (round % 4)}) li.at:nth-of-type(${2 + (round % 3)}) > a`;
    const acts = [
      () => page.click(visit),
      () => page.keyboard.press("Escape"),
      () => page.keyboard.press("ArrowDown"),
      round % 2 ? () => drag(page, visit, [140, 60]) : () => page.keyboard.press("m"),
      () => page.keyboard.press("Escape"),
    ];
    for (const act of acts) times.push(await interaction(page, act));
  }
  const p75 = percentile(times, 0.75);
  report("B13", `INP p75 ${p75} ms of ${times.length}, longest ${Math.max(...times)} ms`, "200 ms", p75 <= 200);
  await context.close();
}

const WORK = new Set(["EventDispatch", "FunctionCall", "Layout", "ParseHTML", "RunMicrotasks", "TimerFire", "UpdateLayoutTree"]);

/** How long the main thread runs scripts, parses, and computes styles and layout. */
async function workMs(page, during) {
  await page.tracing.start({ categories: ["devtools.timeline"] });
  await during();
  await pause(2_500);
  const { traceEvents } = JSON.parse(Buffer.from(await page.tracing.stop()).toString());
  const threads = new Map();
  for (const { ph, name, pid, tid, ts, dur } of traceEvents.filter(({ ts }) => ts).toSorted((a, b) => a.ts - b.ts)) {
    if (ph !== "X" || !dur || !WORK.has(name)) continue;
    const thread = threads.get(`${pid} ${tid}`) ?? { end: 0, sum: 0 };
    // What runs inside of another is counted once.
    thread.sum += Math.max(0, ts + dur - Math.max(ts, thread.end));
    thread.end = Math.max(thread.end, ts + dur);
    threads.set(`${pid} ${tid}`, thread);
  }
  return Math.max(0, ...[...threads.values()].map(({ sum }) => sum)) / 1_000;
}

/** B13: what the main thread does when a visit was moved elsewhere. */
async function refreshes(salon, browser, busy, api) {
  const { context, page } = await openDesktop(browser, { slow: true });
  await signIn(salon, page, DESK);
  await page.goto(boardOf(salon, busy), { waitUntil: "load" });
  await pause(4_000);
  const times = [];
  for (let run = 0; run < REFRESHES; run += 1) {
    const { id } = busy.bookings[run * 10], startTime = run % 2 ? "20:55" : "20:50";
    times.push(await workMs(page, () => api("POST", `/api/bookings/${id}/place`, { bookingDate: busy.day, startTime })));
  }
  const last = `a[href$="visit=${busy.bookings[(REFRESHES - 1) * 10].bookingNumber}"] .tm`;
  const isShown = await page.evaluate((last) => document.querySelector(last)?.textContent.startsWith("8:50"), last);
  report("B13", `refresh: ${Math.round(median(times))} ms of scripts, styles and layout (${times.map(Math.round)})${isShown ? "" : ", NOT SHOWN"}`,
    "50 ms", isShown && median(times) <= 50);
  await context.close();
}

/** B5: what Lighthouse says of the accessibility of the desk's main pages, and of the back office. */
async function audits(salon, browser, busy) {
  await auditsAs(DESK, salon, browser, [["board", boardOf(salon, busy)], ["requests", `${salon.admin}/requests`],
    ["checkout", `${salon.admin}/bookings/${busy.bookings[5].id}/checkout`], ["customers", `${salon.admin}/customers`]]);
  const office = ["/today", "/reports/sales", "/reports/utilisation", "/schedule", "/services", "/offers", "/team", "/tiers", "/tags", "/branches",
    "/users", "/imports", "/exports", "/salon", "/setup/services"];
  await auditsAs(OWNER, salon, browser, office.map((path) => [path, salon.admin + path]));
}

async function auditsAs(email, salon, browser, pages) {
  const { context, page } = await openDesktop(browser);
  await signIn(salon, page, email);
  const desktop = { formFactor: "desktop", screenEmulation: { mobile: false, width: 1440, height: 900, deviceScaleFactor: 1, disabled: false } };
  for (const [name, url] of pages) {
    const { lhr } = await lighthouse(url, { onlyCategories: ["accessibility"], disableStorageReset: true, logLevel: "error", ...desktop }, undefined, page);
    const score = Math.round(lhr.categories.accessibility.score * 100);
    const missing = Object.values(lhr.audits).filter((audit) => audit.score !== null && audit.score < 1 && audit.scoreDisplayMode === "binary").map((audit) => audit.id);
    const isThere = new URL(lhr.finalDisplayedUrl).pathname === new URL(url).pathname;
    report("B5", `${name} ${score}${isThere ? "" : `, led to ${lhr.finalDisplayedUrl}`} ${missing}`, "100", score === 100 && isThere);
  }
  await context.close();
}

/** Parts of names, phones and numbers of the generated customers, from many matches to none. */
const TERMS = ["gowda", "kav", "savio pinto", "mohapatra", "9000012", "+9199999", "demo.invalid", "zzz", "ka", "00042", "an"];

/** B17: with 200,000 customers, the answer of the server and the results on the page. */
async function searches(salon, browser) {
  const cookie = salon.command("session", "create", "--email", DESK).trim();
  const times = [];
  for (let round = 0; round < 10; round += 1) {
    for (const term of TERMS) {
      const started = performance.now();
      const response = await fetch(`${salon.admin}/search?${new URLSearchParams({ q: term, part: "results" })}`, { headers: { cookie } });
      await response.arrayBuffer();
      if (!response.ok) throw new Error(`${term}: ${response.status}`);
      times.push(performance.now() - started);
    }
  }
  const p95 = percentile(times, 0.95);
  report("B17", `server p95 ${Math.round(p95)} ms of ${times.length}, longest ${Math.round(Math.max(...times))} ms`, "150 ms", p95 <= 150);

  const { context, page } = await openDesktop(browser);
  await signIn(salon, page, DESK);
  await page.goto(`${salon.admin}/customers`, { waitUntil: "load" });
  await pause(2_000);
  const waits = [];
  for (const term of TERMS) {
    await page.keyboard.down("Control");
    await page.keyboard.press("k");
    await page.keyboard.up("Control");
    await page.keyboard.press("Backspace");
    await pause(300);
    await page.evaluate(() => {
      const [list, input] = ["[data-part=results]", "input"].map((selector) => document.querySelector(`dialog[data-part=search] ${selector}`));
      window.pressed = window.shown = 0;
      input.addEventListener("keydown", () => { window.pressed = performance.now(); window.shown = 0; });
      // Painted in the frame after the change.
      new MutationObserver(() => requestAnimationFrame(() => { window.shown ||= performance.now(); })).observe(list, { childList: true });
    });
    await page.keyboard.type(term, { delay: 60 });
    await page.waitForFunction(() => window.shown, { polling: 50 });
    waits.push(await page.evaluate(() => window.shown - window.pressed));
  }
  const longest = Math.max(...waits);
  report("B17", `results ${Math.round(longest)} ms after the last key at most (${waits.map(Math.round)})`, "300 ms", longest <= 300);
  await context.close();
}

/** With the busy branch, and with its own session. */
async function small(browser) {
  const salon = await startSalon();
  try {
    const api = apiAs(salon, "bars-owner@demo.invalid", "owner");
    apiAs(salon, DESK, "receptionist");
    const busy = await fillBusyDay(api);
    if (isWanted("B12")) await weight(salon, browser, busy);
    if (isWanted("B18")) await boardTimes(salon, busy);
    if (isWanted("B5")) await audits(salon, browser, busy);
    if (isWanted("B13")) await interactions(salon, browser, busy);
    if (isWanted("B13")) await refreshes(salon, browser, busy, api);
  } finally {
    await salon.stop();
  }
}

async function large(browser) {
  const salon = await startSalon({ bookings: process.env.WEB_BARS_BOOKINGS ?? "1000000" });
  try {
    apiAs(salon, DESK, "receptionist");
    await searches(salon, browser);
  } finally {
    await salon.stop();
  }
}

const browser = await launchChromium();
try {
  if (isWanted("B5", "B12", "B13", "B18")) await small(browser);
  if (isWanted("B17")) await large(browser);
} finally {
  await browser.close();
}
endWithResult();
