import { ShipmateError } from "./errors.js";
import type { EventJournal, JournalEntry, JournalFigures, JournalLimits, SecretStore, Storage, Stored } from "./types.js";

type Row = JournalEntry & { readonly place?: number };
interface Counts { events: number; bytes: number }

const REJECTED_MAX = 1_000;

/** A browser's storage. Tabs of one origin share it. */
export const indexedDBStorage = (name = "shipmate"): Storage => {
  const database = new Database(name);
  return { secrets: new Secrets(database), journal: new Journal(database, name) };
};

class Database {
  #open?: Promise<IDBDatabase>;

  constructor(readonly name: string) {}

  /** Runs one transaction, which is durable when this resolves. */
  async run<T>(mode: IDBTransactionMode, work: (store: (name: string) => IDBObjectStore) => Promise<T>): Promise<T> {
    const database = await (this.#open ??= this.#opened());
    const transaction = database.transaction(["texts", "events", "rejected"], mode, { durability: "strict" });
    const done = new Promise<void>((resolve, reject) => {
      transaction.oncomplete = () => resolve();
      transaction.onabort = () => reject(transaction.error ?? new ShipmateError("storage"));
    });
    done.catch(() => {});
    try {
      const value = await work((name) => transaction.objectStore(name));
      await done;
      return value;
    } catch (error) {
      try {
        transaction.abort();
      } catch {
        // It has ended by itself.
      }
      throw error;
    }
  }

  #opened(): Promise<IDBDatabase> {
    const request = indexedDB.open(this.name, 1);
    request.onupgradeneeded = () => {
      request.result.createObjectStore("texts");
      request.result.createObjectStore("events", { keyPath: "place", autoIncrement: true });
      request.result.createObjectStore("rejected", { autoIncrement: true });
    };
    const opened = result(request).then((database) => {
      database.onclose = database.onversionchange = () => {
        database.close();
        this.#open = undefined;
      };
      return database;
    });
    opened.catch(() => (this.#open = undefined));
    return opened;
  }
}

const result = <T>(request: IDBRequest<T>): Promise<T> =>
  new Promise((resolve, reject) => {
    request.onsuccess = () => resolve(request.result);
    request.onerror = () => reject(request.error);
  });

class Secrets implements SecretStore {
  constructor(readonly database: Database) {}

  async get(key: string): Promise<Stored> {
    const value = await this.database.run("readonly", (store) => result<string | undefined>(store("texts").get(key)));
    return value === undefined ? { state: "absent" } : { state: "present", value };
  }

  async put(key: string, value: string): Promise<void> {
    await this.database.run("readwrite", (store) => result(store("texts").put(value, key)));
  }

  async delete(key: string): Promise<void> {
    await this.database.run("readwrite", (store) => result(store("texts").delete(key)));
  }

  compareAndPut(key: string, expected: string | undefined, value: string | undefined): Promise<boolean> {
    return this.database.run("readwrite", async (store) => {
      const texts = store("texts");
      if (await result<string | undefined>(texts.get(key)) !== expected) return false;
      await (value === undefined ? result(texts.delete(key)) : result(texts.put(value, key)));
      return true;
    });
  }
}

class Journal implements EventJournal {
  constructor(readonly database: Database, readonly name: string) {}

  append(entries: readonly JournalEntry[], limits: JournalLimits): Promise<void> {
    return this.database.run("readwrite", async (store) => {
      const counts = await this.#count(store("texts"), entries, 1);
      if (counts.events > limits.events || counts.bytes > limits.bytes) throw new ShipmateError("journal-full");
      for (const { id, json } of entries) store("events").add({ id, json });
    });
  }

  next(events: number, bytes: number): Promise<JournalEntry[]> {
    return this.database.run("readonly", async (store) => {
      const rows: Row[] = await result(store("events").getAll(null, events));
      let size = 0;
      return rows.filter((row, index) => (size += row.json.length) <= bytes || index === 0);
    });
  }

  settle(entries: readonly JournalEntry[], rejected: ReadonlyMap<string, string>): Promise<void> {
    return this.database.run("readwrite", async (store) => {
      await this.#count(store("texts"), entries, -1);
      for (const { place } of entries as Row[]) store("events").delete(place!);
      for (const { id, json } of entries) if (rejected.has(id)) store("rejected").add({ id, json, type: rejected.get(id) });
      const keys = await result(store("rejected").getAllKeys());
      for (const key of keys.slice(0, -REJECTED_MAX)) store("rejected").delete(key);
    });
  }

  figures(): Promise<JournalFigures> {
    return this.database.run("readonly", async (store) => {
      const rejected = await result(store("rejected").count());
      return { ...await this.#count(store("texts"), [], 1), torn: 0, rejected };
    });
  }

  /** Outside of secure pages there are no locks: two tabs may then send an event twice, which changes nothing. */
  alone<T>(work: () => Promise<T>): Promise<T> {
    return navigator.locks ? navigator.locks.request(`${this.name}-events`, work) as Promise<T> : work();
  }

  clear(): Promise<void> {
    return this.database.run("readwrite", async (store) => {
      store("texts").delete("counts");
      store("events").clear();
      await result(store("rejected").clear());
    });
  }

  async #count(texts: IDBObjectStore, entries: readonly JournalEntry[], sign: number): Promise<Counts> {
    const counts: Counts = { ...await result<Counts | undefined>(texts.get("counts")) ?? { events: 0, bytes: 0 } };
    if (entries.length === 0) return counts;
    for (const { json } of entries) counts.bytes += sign * (json.length + 8);
    counts.events += sign * entries.length;
    texts.put(counts, "counts");
    return counts;
  }
}
