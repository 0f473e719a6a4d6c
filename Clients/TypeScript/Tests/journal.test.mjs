import assert from "node:assert/strict";
import { appendFileSync, chmodSync, existsSync, readFileSync, statSync, truncateSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { test } from "node:test";
import { FileJournal } from "../dist/node/journal.js";
import { FileLock } from "../dist/node/lock.js";
import { crc32, decodeRecords, encodeRecord } from "../dist/node/records.js";
import { reactNativeStorage } from "../dist/reactnative.js";
import { withFolder } from "./support.mjs";

const LIMITS = { events: 10_000, bytes: 4_194_304 };
const entry = (number) => ({ id: String(number), json: JSON.stringify({ id: String(number), type: "level_reached", level: number }) });
const entries = (from, to) => Array.from({ length: to - from }, (_, index) => entry(from + index));
const idsOf = async (journal) => (await journal.next(10_000, 4_194_304)).map(({ id }) => id);
const none = new Map();

test("CRC-32 is that of IEEE 802.3", () => {
  assert.equal(crc32(new TextEncoder().encode("123456789")), 0xcbf43926);
});

test("a journal that is cut at any byte has all records before the cut", () => {
  const parts = [1, 2, 3].map((number) => encodeRecord(entry(number).json));
  const data = new Uint8Array(Buffer.concat(parts));
  for (let length = 0; length <= data.length; length += 1) {
    const whole = parts.filter((_, index) => parts.slice(0, index + 1).reduce((sum, part) => sum + part.length, 0) <= length).length;
    assert.equal(decodeRecords(data.subarray(0, length)).length, whole);
  }
});

test("a journal with any flipped byte never gives another event", () => {
  const data = new Uint8Array(Buffer.concat([1, 2, 3].map((number) => encodeRecord(entry(number).json))));
  const texts = new Set([1, 2, 3].map((number) => entry(number).json));
  for (let place = 0; place < data.length; place += 1) {
    const damaged = data.slice();
    damaged[place] ^= 0x55;
    const records = decodeRecords(damaged);
    assert.ok(records.length < 3 && records.every(({ json }) => texts.has(json)), `byte ${place}`);
  }
});

test("settled events stay settled over restarts and compactions", () => withFolder(async (folder) => {
  await new FileJournal(folder).append(entries(0, 100), LIMITS);
  for (let settled = 0; settled < 100; settled += 7) {
    const journal = new FileJournal(folder);
    assert.deepEqual(await idsOf(journal), entries(settled, 100).map(({ id }) => id));
    await journal.settle(await journal.next(7, 1e6), none);
  }
  assert.equal(statSync(join(folder, "events.journal")).size, 0);
  assert.equal(statSync(join(folder, "events.journal")).mode & 0o777, 0o600);
}));

test("a torn tail is cut off and counted, and the next event follows the last whole one", () => withFolder(async (folder) => {
  await new FileJournal(folder).append(entries(0, 3), LIMITS);
  const path = join(folder, "events.journal");
  truncateSync(path, statSync(path).size - 1);
  const journal = new FileJournal(folder);
  assert.deepEqual(await idsOf(journal), ["0", "1"]);
  assert.ok((await journal.figures()).torn > 0);
  await journal.append([entry(9)], LIMITS);
  assert.deepEqual(await idsOf(new FileJournal(folder)), ["0", "1", "9"]);
  appendFileSync(path, Buffer.alloc(5));
  assert.deepEqual(await idsOf(new FileJournal(folder)), ["0", "1", "9"]);
}));

test("a rejected event is kept aside with its reason", () => withFolder(async (folder) => {
  const journal = new FileJournal(folder);
  await journal.append(entries(0, 2), LIMITS);
  await journal.settle(await journal.next(2, 1e6), new Map([["1", "validation"]]));
  const kept = JSON.parse(readFileSync(join(folder, "events.rejected"), "utf8"));
  assert.deepEqual([kept.type, kept.event.id, (await journal.figures()).rejected], ["validation", "1", 1]);
}));

test("the lock of a dead process is taken over although its id is another's now", () => withFolder(async (folder) => {
  const path = join(folder, "lock");
  for (const holder of [`${process.pid} 1`, `${process.ppid} 1`]) {
    writeFileSync(path, holder);
    assert.equal(await new FileLock(path).held(async () => readFileSync(path, "utf8").split(" ")[0]), String(process.pid));
    assert.ok(!existsSync(path));
  }
}));

test("a lock is exclusive between two copies of the module in one process", () => withFolder(async (folder) => {
  const { FileLock: Other } = await import("../dist/node/lock.js?other");
  assert.notEqual(Other, FileLock);
  const path = join(folder, "lock");
  let holders = 0;
  await Promise.all(Array.from({ length: 40 }, (_, index) => new (index % 2 ? Other : FileLock)(path).held(async () => {
    assert.equal(holders += 1, 1);
    await new Promise((resolve) => setImmediate(resolve));
    holders -= 1;
  })));
}));

test("a lock is exclusive, and that of a dead process is taken over", () => withFolder(async (folder) => {
  const path = join(folder, "lock");
  let holders = 0;
  await Promise.all(Array.from({ length: 20 }, () => new FileLock(path).held(async () => {
    assert.equal(holders += 1, 1);
    await new Promise((resolve) => setImmediate(resolve));
    holders -= 1;
  })));
  appendFileSync(path, "999999999");
  chmodSync(path, 0o600);
  assert.equal(await new FileLock(path).held(async () => "held"), "held");
}));

test("a record costs one sync for all of a moment", () => withFolder(async (folder) => {
  const journal = new FileJournal(folder);
  const began = performance.now();
  for (let index = 0; index < 100; index += 1) await journal.append([entry(index)], LIMITS);
  const single = 100_000 / (performance.now() - began);
  const then = performance.now();
  await journal.append(entries(100, 5_100), LIMITS);
  console.log(`# ${Math.round(single)} events/s one by one, ${Math.round(5_000_000 / (performance.now() - then))} events/s together`);
  assert.equal((await journal.figures()).events, 5_100);
}));

/** What Expo's and the community's stores do, in memory. */
const stores = () => {
  const secrets = new Map(), texts = new Map();
  return [
    { getItemAsync: async (key) => secrets.get(key) ?? null, setItemAsync: async (key, value) => void secrets.set(key, value), deleteItemAsync: async (key) => void secrets.delete(key) },
    {
      getItem: async (key) => texts.get(key) ?? null, setItem: async (key, value) => void texts.set(key, value), removeItem: async (key) => void texts.delete(key),
      multiGet: async (keys) => keys.map((key) => [key, texts.get(key) ?? null]), multiSet: async (pairs) => pairs.forEach(([key, value]) => texts.set(key, value)),
      multiRemove: async (keys) => keys.forEach((key) => texts.delete(key)),
    },
    texts,
  ];
};

test("React Native's journal keeps order and limits, and removes what is settled", async () => {
  const [secure, plain, texts] = stores();
  const { journal } = reactNativeStorage(secure, plain);
  await Promise.all([journal.append(entries(0, 3), LIMITS), journal.append(entries(3, 5), LIMITS)]);
  await assert.rejects(journal.append(entries(5, 7), { events: 6, bytes: 1e6 }), { type: "journal-full" });
  await journal.settle(await journal.next(2, 1e6), new Map([["1", "validation"]]));
  const again = reactNativeStorage(secure, plain).journal;
  assert.deepEqual(await idsOf(again), ["2", "3", "4"]);
  assert.deepEqual({ ...await again.figures(), bytes: 0 }, { events: 3, bytes: 0, torn: 0, rejected: 1 });
  await again.settle(await again.next(10, 1e6), none);
  assert.deepEqual([...texts.keys()].filter((key) => key.includes(".event.")), []);
});

test("React Native's secrets compare and put in turn", async () => {
  const { secrets } = reactNativeStorage(...stores());
  const won = await Promise.all(["a", "b", "c"].map((value) => secrets.compareAndPut("session", undefined, value)));
  assert.deepEqual(won, [true, false, false]);
  assert.deepEqual(await secrets.get("session"), { state: "present", value: "a" });
});
