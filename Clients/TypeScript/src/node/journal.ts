import { mkdir, open, rm, stat } from "node:fs/promises";
import { join } from "node:path";
import { ShipmateError } from "../errors.js";
import type { EventJournal, JournalEntry, JournalFigures, JournalLimits } from "../types.js";
import { FileLock } from "./lock.js";
import { readIfThere, replaceFile, syncFolder } from "./files.js";
import { decodeRecords, encodeRecord, type FileRecord } from "./records.js";

const REJECTED_MAX = 1_000;
const JOURNAL = "events.journal";
const POSITION = "events.position";
const REJECTED = "events.rejected";

/**
 * `events.journal` grows at its end. `events.position` has the id of the last event that is settled: it stays right
 * whichever of the two files was replaced last before a crash.
 */
export class FileJournal implements EventJournal {
  readonly #sending: FileLock;
  readonly #writing: FileLock;
  /** What waits, as this process last read or wrote it. */
  #records: FileRecord[] = [];
  #settledBytes = 0;
  #size = 0;
  #file = 0;
  #torn = 0;
  /** Kept where the disk was too full to store it. */
  #position?: string;

  constructor(readonly folder: string) {
    this.#sending = new FileLock(join(folder, "events.lock"));
    this.#writing = new FileLock(join(folder, "events.write.lock"));
  }

  append(entries: readonly JournalEntry[], limits: JournalLimits): Promise<void> {
    return this.#alone(async () => {
      const records = entries.map(({ id, json }) => ({ id, json, data: encodeRecord(json) }));
      const added = records.reduce((sum, { data }) => sum + data.length, 0);
      if (this.#records.length + entries.length > limits.events || this.#bytes() + added > limits.bytes) {
        throw new ShipmateError("journal-full");
      }
      await this.#write(records.map(({ data }) => data));
      for (const { id, json, data } of records) this.#records.push({ id, json, size: data.length });
    });
  }

  /** A write that fails half-way is taken back. */
  async #write(parts: Uint8Array[]): Promise<void> {
    const data = new Uint8Array(parts.reduce((sum, part) => sum + part.length, 0));
    parts.reduce((place, part) => (data.set(part, place), place + part.length), 0);
    const file = await open(join(this.folder, JOURNAL), "a", 0o600);
    try {
      for (let place = 0; place < data.length;) {
        place += (await file.write(data, place, data.length - place, null)).bytesWritten;
      }
      await file.datasync();
    } catch (error) {
      await file.truncate(this.#size).catch(() => {});
      throw error;
    } finally {
      await file.close();
    }
    if (this.#size === 0) await syncFolder(this.folder);
    this.#size += data.length;
    this.#file ||= (await stat(join(this.folder, JOURNAL))).ino;
  }

  next(events: number, bytes: number): Promise<JournalEntry[]> {
    return this.#alone(async () => {
      let size = 0;
      const found = this.#records.slice(0, events).filter((one, index) => (size += one.size) <= bytes || index === 0);
      return found;
    });
  }

  settle(entries: readonly JournalEntry[], rejected: ReadonlyMap<string, string>): Promise<void> {
    return this.#alone(async () => {
      const refused = entries.filter(({ id }) => rejected.has(id));
      if (refused.length > 0) await this.#reject(refused, rejected);
      const gone = this.#records.splice(0, entries.length);
      this.#settledBytes += gone.reduce((sum, { size }) => sum + size, 0);
      this.#position = gone[gone.length - 1]?.id;
      try {
        await this.#store();
      } catch {
        // A full disk: after a restart these events are sent again, which changes nothing.
      }
    });
  }

  async #store(): Promise<void> {
    if (this.#position) await replaceFile(this.folder, POSITION, JSON.stringify(this.#position));
    if (this.#records.length > 0 && this.#settledBytes * 2 < this.#size) return;
    const rest = this.#records.map(({ json }) => encodeRecord(json));
    const data = new Uint8Array(this.#bytes());
    rest.reduce((place, part) => (data.set(part, place), place + part.length), 0);
    await replaceFile(this.folder, JOURNAL, data);
    [this.#settledBytes, this.#size, this.#file] = [0, data.length, (await stat(join(this.folder, JOURNAL))).ino];
  }

  async #reject(entries: JournalEntry[], types: ReadonlyMap<string, string>): Promise<void> {
    const lines = entries.map(({ id, json }) => JSON.stringify({ type: types.get(id), event: JSON.parse(json) }));
    const kept = [...await this.#rejected(), ...lines].slice(-REJECTED_MAX);
    await replaceFile(this.folder, REJECTED, kept.join("\n") + "\n");
  }

  async #rejected(): Promise<string[]> {
    const data = await readIfThere(join(this.folder, REJECTED));
    return data ? new TextDecoder().decode(data).split("\n").filter(Boolean) : [];
  }

  figures(): Promise<JournalFigures> {
    return this.#alone(async () => {
      const rejected = (await this.#rejected()).length;
      return { events: this.#records.length, bytes: this.#bytes(), torn: this.#torn, rejected };
    });
  }

  async alone<T>(work: () => Promise<T>): Promise<T> {
    await mkdir(this.folder, { recursive: true, mode: 0o700 });
    return this.#sending.held(work);
  }

  clear(): Promise<void> {
    return this.#alone(async () => {
      for (const name of [JOURNAL, POSITION, REJECTED]) await rm(join(this.folder, name), { force: true });
      await syncFolder(this.folder);
      [this.#records, this.#settledBytes, this.#size, this.#file, this.#position] = [[], 0, 0, 0, undefined];
    });
  }

  #bytes(): number {
    return this.#records.reduce((sum, { size }) => sum + size, 0);
  }

  async #alone<T>(work: () => Promise<T>): Promise<T> {
    await mkdir(this.folder, { recursive: true, mode: 0o700 });
    return this.#writing.held(async () => {
      await this.#reload();
      return work();
    });
  }

  /** Reads the file where another process has changed it, and cuts off a torn tail. */
  async #reload(): Promise<void> {
    const path = join(this.folder, JOURNAL);
    const now = await stat(path).catch(() => undefined);
    if ((now?.size ?? 0) === this.#size && (now?.ino ?? 0) === this.#file) return;
    const data = await readIfThere(path) ?? new Uint8Array();
    const records = decodeRecords(data);
    const whole = records.reduce((sum, { size }) => sum + size, 0);
    if (whole < data.length) await this.#cut(path, data.length - whole, whole);
    const stored = await readIfThere(join(this.folder, POSITION));
    const position = this.#position ?? (stored && JSON.parse(new TextDecoder().decode(stored)));
    const settled = records.findIndex(({ id }) => id === position) + 1;
    this.#settledBytes = records.slice(0, settled).reduce((sum, { size }) => sum + size, 0);
    [this.#records, this.#size, this.#file] = [records.slice(settled), whole, now?.ino ?? 0];
  }

  async #cut(path: string, torn: number, whole: number): Promise<void> {
    this.#torn += torn;
    const file = await open(path, "r+");
    try {
      await file.truncate(whole);
      await file.sync();
    } finally {
      await file.close();
    }
  }
}
