// Saves the pictures of README.md: what an owner sees of the demo.
import { mkdirSync } from "node:fs";
import { isWanted, pause } from "./measure.mjs";
import { launchChromium, openDesktop, openPhone, signIn, startSalon } from "./salon.mjs";

const FOLDER = "docs/pictures";
const OWNER = "owner@demo.invalid";
const PICTURES = [
  { name: "today", path: "/today", open: openDesktop },
  { name: "schedule", path: "/schedule", open: openDesktop },
  { name: "sales-on-a-phone", path: "/reports/sales?at=all", open: openPhone },
];

async function takePicture(salon, browser, { name, path, open }) {
  const { context, page } = await open(browser);
  await signIn(salon, page, OWNER);
  const response = await page.goto(salon.admin + path, { waitUntil: "load" });
  if (!response.ok() || new URL(page.url()).pathname !== path.split("?")[0]) {
    throw new Error(`${path}: ${response.status()} at ${page.url()}`);
  }
  // The page stays connected, so its network is never idle; the last fonts and pictures are there by then.
  await pause(1_000);
  await page.screenshot({ path: `${FOLDER}/${name}.png` });
  console.log(`${FOLDER}/${name}.png`);
  await context.close();
}

mkdirSync(FOLDER, { recursive: true });
const salon = await startSalon();
try {
  const browser = await launchChromium();
  try {
    for (const picture of PICTURES.filter(({ name }) => isWanted(name))) await takePicture(salon, browser, picture);
  } finally {
    await browser.close();
  }
} finally {
  await salon.stop();
}
