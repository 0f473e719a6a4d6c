// What the tests share: a test server's app, a fault-free wait, and the library as one file for browsers.

import { execFileSync } from "node:child_process";
import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { dirname, join } from "node:path";
import { fileURLToPath } from "node:url";

export { withShipmate } from "../../Testing/node/shipmate.mjs";

export const here = dirname(fileURLToPath(import.meta.url));

export const bundle = (...options) =>
  execFileSync("esbuild", [join(here, "../dist/index.js"), "--bundle", "--format=esm", "--target=es2022", "--log-level=error", ...options], { encoding: "utf8" });

/** Waits until a question has a true answer. */
export async function until(question, seconds = 30) {
  for (const end = Date.now() + seconds * 1_000; ;) {
    const answer = await question();
    if (answer) return answer;
    if (Date.now() > end) throw new Error(`still false after ${seconds} s: ${question}`);
    await new Promise((resolve) => setTimeout(resolve, 30));
  }
}

export async function withFolder(work) {
  const folder = mkdtempSync(join(tmpdir(), "shipmate-ts-"));
  try {
    return await work(folder);
  } finally {
    rmSync(folder, { recursive: true, force: true });
  }
}
