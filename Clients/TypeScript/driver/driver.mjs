// Plays the shared cases: `node --expose-gc driver.mjs HOST-URL FOLDER`, JSON lines in and out.

import { createInterface } from "node:readline";
import { Shipmate, fileStorage } from "../dist/node/index.js";
import { makeDriver } from "./ops.mjs";

const [host, folder] = process.argv.slice(2);
const write = (line) => process.stdout.write(`${JSON.stringify(line)}\n`);
const answer = makeDriver({ Shipmate, host, storage: fileStorage(folder), write, gc: () => globalThis.gc() });

createInterface({ input: process.stdin }).on("line", (line) => answer(JSON.parse(line))).on("close", () => process.exit(0));
