// A salon with demo data in a folder of its own, and a Chromium to look at it.
import { execFileSync, spawn } from "node:child_process";
import { mkdtempSync, readFileSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join, resolve } from "node:path";
import puppeteer from "puppeteer-core";

const { PARLOUR_BINARY, ...inherited } = process.env;
const binary = resolve(PARLOUR_BINARY ?? "target/release/parlour");

/** @typedef {{ customer: string, admin: string, startMs: number, pid: number, command: (...args: string[]) => string, stop: () => Promise<void> }} Salon */

/** Starts a salon, filled with demo data before the start that is measured, and with so many bookings. @returns {Promise<Salon>} */
export async function startSalon({ bookings = "" } = {}) {
  const folder = mkdtempSync(join(tmpdir(), "parlour-web-bars-"));
  const environment = {
    ...inherited,
    PARLOUR_CUSTOMER_ADDR: "127.0.0.1:0",
    PARLOUR_ADMIN_ADDR: "127.0.0.1:0",
    PARLOUR_LOG: "error",
    PARLOUR_RATE_LIMIT_BOOKINGS: "off",
    PARLOUR_RATE_LIMIT_FREE_TIMES: "off",
  };
  const command = (...args) => execFileSync(binary, args, { env: environment, cwd: folder, encoding: "utf8" });
  command("demo", ...(bookings ? ["--scale", bookings] : []));
  const started = performance.now();
  const server = spawn(binary, ["serve"], { env: environment, cwd: folder, stdio: ["ignore", "pipe", "inherit"] });
  const urls = await new Promise((ready, fail) => {
    let said = "";
    server.on("exit", () => fail(new Error("the server ended at its start")));
    server.stdout.on("data", (data) => {
      said += data;
      const customer = /customer\s+(\S+)\n/.exec(said)?.[1];
      const admin = /admin\s+(\S+)\n/.exec(said)?.[1];
      if (customer && admin) ready({ customer, admin, startMs: performance.now() - started });
    });
  });
  const ended = new Promise((done) => server.on("exit", done));
  const stop = async () => {
    server.kill("SIGTERM");
    await ended;
    rmSync(folder, { recursive: true, force: true });
  };
  return { ...urls, pid: server.pid, command, stop };
}

/** The memory of a process in MiB that is its own or its share. */
export function residentMiB(pid) {
  return Number(/VmRSS:\s+(\d+)/.exec(readFileSync(`/proc/${pid}/status`, "utf8"))[1]) / 1024;
}

/**
 * The memory of a process in MiB that is its own. Pages of the binary, which the system reads again when it needs their
 * memory, are not: they count as private as long as no second process runs the same binary.
 */
export function privateMiB(pid) {
  return Number(/Anonymous:\s+(\d+)/.exec(readFileSync(`/proc/${pid}/smaps_rollup`, "utf8"))[1]) / 1024;
}

export function launchChromium() {
  return puppeteer.launch({
    executablePath: "/usr/bin/chromium",
    headless: true,
    args: [
      "--no-sandbox", "--disable-gpu", "--disable-quic", "--no-first-run", "--disable-background-networking",
      "--disable-component-update", "--disable-sync", "--disable-dev-shm-usage", "--no-proxy-server",
    ],
  });
}

/** A cheap phone: 390 by 844, CPU four times slower; with `network`, the slow 4G of Lighthouse. */
export async function openPhone(browser, { slow = false } = {}) {
  const context = await browser.createBrowserContext();
  const page = await context.newPage();
  await page.setViewport({ width: 390, height: 844, deviceScaleFactor: 2, isMobile: true, hasTouch: true });
  if (slow) {
    await page.emulateCPUThrottling(4);
    await page.emulateNetworkConditions({ download: (1.6 * 1024 * 1024) / 8, upload: (0.75 * 1024 * 1024) / 8, latency: 150 });
  }
  return { context, page };
}

/** A computer at the desk: 1440 by 900, with `slow` a CPU four times slower. */
export async function openDesktop(browser, { slow = false } = {}) {
  const context = await browser.createBrowserContext();
  const page = await context.newPage();
  await page.setViewport({ width: 1440, height: 900 });
  if (slow) await page.emulateCPUThrottling(4);
  return { context, page };
}

/** Signs somebody in by a session that the command makes. */
export async function signIn(salon, page, email = "customer@demo.invalid") {
  const client = await page.createCDPSession();
  for (const cookie of salon.command("session", "create", "--email", email).trim().split("; ")) {
    const [name, value] = cookie.split("=");
    // By address and not by domain, as the prefix __Host- demands.
    await client.send("Network.setCookie", { name, value, url: "https://127.0.0.1/", path: "/", secure: true, httpOnly: true });
  }
  await client.detach();
}

export const median = (numbers) => numbers.toSorted((a, b) => a - b)[Math.floor(numbers.length / 2)];
