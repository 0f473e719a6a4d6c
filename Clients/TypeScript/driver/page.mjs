// The browser's side of browser-driver.mjs.

import { Shipmate, indexedDBStorage } from "../dist/index.js";
import { makeDriver } from "./ops.mjs";

globalThis.begin = (host) => {
  const write = (line) => globalThis.report(JSON.stringify(line));
  globalThis.answer = makeDriver({ Shipmate, host, storage: indexedDBStorage(), write, gc: () => globalThis.gc() });
};
