// What both apps are measured with: which bars are wanted, one line for each, and what a page loads.
import { gzipSync } from "node:zlib";

const wanted = new Set(process.argv.slice(2));
export const isWanted = (...names) => wanted.size === 0 || names.some((name) => wanted.has(name));
let failures = 0;

/** Prints the name of a bar, what was measured, and what it may be at most. */
export function report(bar, measured, limit, isMet) {
  if (!isMet) failures += 1;
  console.log(`${bar.padEnd(4)} ${isMet ? "met   " : "MISSED"} ${measured} (${limit})`);
}

export const endWithResult = () => process.exit(failures === 0 ? 0 : 1);

/** What a page loads: files with their bytes over the wire. A page that stays connected is never idle: `until` says when it is there. */
export async function load(page, url, { until = "networkidle0", settleMs = 0 } = {}) {
  const client = await page.createCDPSession();
  await client.send("Network.enable");
  // What the service worker fetches is not counted as the page's.
  await client.send("Network.setBypassServiceWorker", { bypass: true });
  const files = new Map();
  client.on("Network.responseReceived", ({ requestId, response }) => files.set(requestId, { url: response.url, bytes: 0 }));
  client.on("Network.loadingFinished", ({ requestId, encodedDataLength }) => {
    const file = files.get(requestId);
    if (file) file.bytes = encodedDataLength;
  });
  await page.goto(url, { waitUntil: until });
  await pause(settleMs);
  await client.detach();
  const all = [...files.values()].filter((file) => file.url.startsWith("http"));
  return { all, bytes: all.reduce((sum, file) => sum + file.bytes, 0) };
}

/** The scripts among the files, each compressed with gzip. */
export async function scriptBytes(files) {
  let bytes = 0;
  for (const { url } of files.filter((file) => file.url.endsWith(".js"))) {
    bytes += gzipSync(Buffer.from(await (await fetch(url)).text()), { level: 9 }).length;
  }
  return bytes;
}

export const pause = (milliseconds) => new Promise((done) => setTimeout(done, milliseconds));

/** @param {number[]} numbers @param {number} part such as 0.75 */
export const percentile = (numbers, part) => numbers.toSorted((a, b) => a - b)[Math.min(numbers.length - 1, Math.ceil(numbers.length * part) - 1)];
