// Plays the shared cases with React Native's storage and without streams: `node --expose-gc reactnative-driver.mjs HOST-URL FOLDER`.
// The stores of Expo and of the community are stood in for by a file for each item. Run it with `run.py --no-files`.

import { readFile, rename, rm, writeFile } from "node:fs/promises";
import { join } from "node:path";
import { createInterface } from "node:readline";
import { Shipmate, reactNativeStorage } from "../dist/reactnative.js";
import { makeDriver } from "./ops.mjs";

const [host, folder] = process.argv.slice(2);
const write = (line) => process.stdout.write(`${JSON.stringify(line)}\n`);

const getItem = (key) => readFile(join(folder, key), "utf8").catch(() => null);
const removeItem = (key) => rm(join(folder, key), { force: true });
let number = 0;
const setItem = async (key, value) => {
  const next = join(folder, `${key}.new.${number += 1}`);
  await writeFile(next, value, { mode: 0o600 });
  await rename(next, join(folder, key));
};
const secure = { getItemAsync: getItem, setItemAsync: setItem, deleteItemAsync: removeItem };
const plain = {
  getItem, setItem, removeItem,
  multiGet: (keys) => Promise.all(keys.map(async (key) => [key, await getItem(key)])),
  multiSet: async (pairs) => { for (const [key, value] of pairs) await setItem(key, value); },
  multiRemove: async (keys) => { for (const key of keys) await removeItem(key); },
};

/** React Native's replies have no `body`. */
async function transport(url, init) {
  const reply = await fetch(url, init);
  return new Proxy(reply, {
    get: (target, name) => name === "body" ? undefined : typeof target[name] === "function" ? target[name].bind(target) : target[name],
  });
}

const answer = makeDriver({ Shipmate, host, storage: reactNativeStorage(secure, plain), transport, write, gc: () => globalThis.gc() });

createInterface({ input: process.stdin }).on("line", (line) => answer(JSON.parse(line))).on("close", () => process.exit(0));
