import { ShipmateError } from "./errors.js";
import type { EventJournal, JournalEntry, JournalFigures, JournalLimits, SecretStore, Storage, Stored } from "./types.js";

export { EmailInUseError, ShipmateError, type MergeOffer } from "./errors.js";
export { Shipmate } from "./shipmate.js";
export * from "./types.js";

/** What `@react-native-async-storage/async-storage` has. */
export interface AsyncStorage {
  getItem(key: string): Promise<string | null>;
  setItem(key: string, value: string): Promise<void>;
  removeItem(key: string): Promise<void>;
  multiGet(keys: readonly string[]): Promise<readonly (readonly [string, string | null])[]>;
  multiSet(pairs: [string, string][]): Promise<void>;
  multiRemove(keys: readonly string[]): Promise<void>;
}

/** What `expo-secure-store` has. */
export interface SecureStore {
  getItemAsync(key: string): Promise<string | null>;
  setItemAsync(key: string, value: string): Promise<void>;
  deleteItemAsync(key: string): Promise<void>;
}

/** One app process owns both stores. A failed read is an error: the library never takes it for a new install. */
export const reactNativeStorage = (secure: SecureStore, plain: AsyncStorage, name = "shipmate"): Storage => ({
  secrets: new Secrets(secure, name), journal: new Journal(plain, name),
});

/** Runs works one after another. */
class Turn {
  #last: Promise<unknown> = Promise.resolve();

  take<T>(work: () => Promise<T>): Promise<T> {
    const turn = this.#last.then(work);
    this.#last = turn.catch(() => {});
    return turn;
  }
}

class Secrets implements SecretStore {
  readonly #turn = new Turn();

  constructor(readonly secure: SecureStore, readonly name: string) {}

  async get(key: string): Promise<Stored> {
    const value = await this.secure.getItemAsync(`${this.name}.${key}`);
    return value === null ? { state: "absent" } : { state: "present", value };
  }

  put(key: string, value: string): Promise<void> {
    return this.#turn.take(() => this.#set(key, value));
  }

  delete(key: string): Promise<void> {
    return this.#turn.take(() => this.#set(key, undefined));
  }

  compareAndPut(key: string, expected: string | undefined, value: string | undefined): Promise<boolean> {
    return this.#turn.take(async () => {
      const stored = await this.get(key);
      if ((stored.state === "present" ? stored.value : undefined) !== expected) return false;
      await this.#set(key, value);
      return true;
    });
  }

  #set(key: string, value: string | undefined): Promise<void> {
    const full = `${this.name}.${key}`;
    return value === undefined ? this.secure.deleteItemAsync(full) : this.secure.setItemAsync(full, value);
  }
}

interface Span {
  /** The places of the oldest event, and behind the newest. */
  readonly first: number;
  readonly end: number;
  readonly bytes: number;
}

const REJECTED_MAX = 100;

/** An item for each event, and one that says which there are: it is written after new events, and before old ones go. */
class Journal implements EventJournal {
  readonly #turn = new Turn();
  readonly #sending = new Turn();

  constructor(readonly plain: AsyncStorage, readonly name: string) {}

  append(entries: readonly JournalEntry[], limits: JournalLimits): Promise<void> {
    return this.#turn.take(async () => {
      const { first, end, bytes } = await this.#span();
      const size = bytes + entries.reduce((sum, { json }) => sum + json.length, 0);
      if (end - first + entries.length > limits.events || size > limits.bytes) throw new ShipmateError("journal-full");
      await this.plain.multiSet(entries.map(({ json }, index): [string, string] => [this.#key(end + index), json]));
      await this.#setSpan({ first, end: end + entries.length, bytes: size });
    });
  }

  next(events: number, bytes: number): Promise<JournalEntry[]> {
    return this.#turn.take(async () => {
      const { first, end } = await this.#span();
      const keys = Array.from({ length: Math.min(events, end - first) }, (_, index) => this.#key(first + index));
      const texts = (await this.plain.multiGet(keys)).map(([, json]) => json ?? "");
      let size = 0;
      const fitting = texts.filter((json, index) => (size += json.length) <= bytes || index === 0);
      return fitting.map((json) => ({ id: JSON.parse(json).id, json }));
    });
  }

  settle(entries: readonly JournalEntry[], rejected: ReadonlyMap<string, string>): Promise<void> {
    return this.#turn.take(async () => {
      const refused = entries.filter(({ id }) => rejected.has(id)).map(({ id, json }) => ({ type: rejected.get(id), json }));
      if (refused.length > 0) await this.#set("rejected", [...await this.#get("rejected", []), ...refused].slice(-REJECTED_MAX));
      const { first, end, bytes } = await this.#span();
      const size = bytes - entries.reduce((sum, { json }) => sum + json.length, 0);
      await this.#setSpan({ first: first + entries.length, end, bytes: size });
      await this.plain.multiRemove(entries.map((_, index) => this.#key(first + index)));
    });
  }

  figures(): Promise<JournalFigures> {
    return this.#turn.take(async () => {
      const { first, end, bytes } = await this.#span();
      return { events: end - first, bytes, torn: 0, rejected: (await this.#get<unknown[]>("rejected", [])).length };
    });
  }

  alone<T>(work: () => Promise<T>): Promise<T> {
    return this.#sending.take(work);
  }

  clear(): Promise<void> {
    return this.#turn.take(async () => {
      const { first, end } = await this.#span();
      await this.#setSpan({ first: end, end, bytes: 0 });
      await this.plain.multiRemove(Array.from({ length: end - first }, (_, index) => this.#key(first + index)));
      await this.plain.removeItem(`${this.name}.rejected`);
    });
  }

  #span(): Promise<Span> {
    return this.#get("events", { first: 0, end: 0, bytes: 0 });
  }

  #setSpan(span: Span): Promise<void> {
    return this.#set("events", span);
  }

  async #get<T>(key: string, none: T): Promise<T> {
    const text = await this.plain.getItem(`${this.name}.${key}`);
    return text === null ? none : JSON.parse(text);
  }

  #set(key: string, value: unknown): Promise<void> {
    return this.plain.setItem(`${this.name}.${key}`, JSON.stringify(value));
  }

  #key(place: number): string {
    return `${this.name}.event.${place}`;
  }
}
