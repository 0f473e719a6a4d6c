// Plays the shared cases in Chromium, with IndexedDB: `node browser-driver.mjs HOST-URL FOLDER`. Run it with `run.py --no-files`.

import { execFileSync } from "node:child_process";
import { dirname, join } from "node:path";
import { createInterface } from "node:readline";
import { fileURLToPath } from "node:url";
import { Chromium } from "./chromium.mjs";

const [host, folder] = process.argv.slice(2);
const here = dirname(fileURLToPath(import.meta.url));
const script = execFileSync("esbuild", [join(here, "page.mjs"), "--bundle", "--format=esm", "--log-level=error"], { encoding: "utf8" });
const files = { "/": ["text/html", "<script type=module src=/page.js></script>"], "/page.js": ["text/javascript", script] };

const ready = (async () => {
  const browser = new Chromium(folder);
  const page = await browser.page("http://localhost:9/", files);
  page.onReport = (line) => process.stdout.write(`${JSON.stringify(line)}\n`);
  await page.call("Runtime.addBinding", { name: "report" });
  await page.evaluate(`begin(${JSON.stringify(host)})`);
  return { browser, page };
})();

createInterface({ input: process.stdin })
  .on("line", async (line) => (await ready).page.evaluate(`void answer(${line})`))
  .on("close", async () => {
    await (await ready).browser.close();
    process.exit(0);
  });
