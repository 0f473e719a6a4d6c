import { ShipmateError, storageError } from "./errors.js";
import { sleep, type Http, type Json } from "./http.js";
import type { Sessions } from "./sessions.js";
import type { EventJournal, Flushed, GameEvent, JournalEntry, JournalLimits, Rejection } from "./types.js";
import type { Channel } from "./channel.js";

const EVENTS_UNASKED = 100;
const BATCH_BYTES_MAX = 512 * 1024;
const REFUSED_WHOLE = [400, 413, 422];

interface Waiting {
  readonly entry: JournalEntry;
  readonly done: (error?: ShipmateError) => void;
}

/** Journals events, and sends them in batches and in order. */
export class Outbox {
  readonly #waiting: Waiting[] = [];
  #writing?: Promise<void>;
  #flushing?: Promise<Flushed>;
  #told?: Json;

  constructor(
    readonly journal: EventJournal,
    readonly sessions: Sessions,
    readonly http: Http,
    readonly limits: JournalLimits,
    readonly rejected: Channel<Rejection>,
  ) {}

  /** Resolves when the event is durable. Events of one moment share one sync. */
  record(event: GameEvent): Promise<string> {
    const id = this.#id();
    const json = JSON.stringify({ ...event, id, occurred_at: new Date(this.http.now()).toISOString() });
    const durable = new Promise<string>((resolve, reject) => {
      this.#waiting.push({ entry: { id, json }, done: (error) => error ? reject(error) : resolve(id) });
      this.#writing ??= this.#write();
    });
    durable.catch((error: ShipmateError) => this.http.log(`not recorded: ${error.message}`));
    return durable;
  }

  /** Checks that nothing waits and clears `#writing` without an `await` between, so that the next record starts a run. */
  async #write(): Promise<void> {
    await Promise.resolve();
    try {
      while (this.#waiting.length > 0) await this.#writeGroup(this.#waiting.splice(0));
    } finally {
      this.#writing = undefined;
    }
  }

  async #writeGroup(group: Waiting[]): Promise<void> {
    const error = await this.#append(group.map((one) => one.entry));
    if (error?.type !== "journal-full" || group.length === 1) group.forEach((one) => one.done(error));
    else for (const one of group) one.done(await this.#append([one.entry]));
  }

  async #append(entries: JournalEntry[]): Promise<ShipmateError | undefined> {
    try {
      await this.journal.append(entries, this.limits);
      return undefined;
    } catch (error) {
      return storageError(error);
    }
  }

  /** Sends all that is there. What the server can't take now stays. */
  async flush(): Promise<Flushed> {
    await this.#writing;
    // One that runs may have looked before the last event was recorded. Its error is not this one's.
    await this.#flushing?.catch(() => {});
    return this.#flushing ??= this.#flush().finally(() => (this.#flushing = undefined));
  }

  async #flush(): Promise<Flushed> {
    try {
      return await this.journal.alone(async () => {
        const most = await this.#most();
        let sent = 0;
        for (let tried = 1; ;) {
          const entries = await this.journal.next(...most);
          if (entries.length === 0) break;
          const [settled, stop] = await this.#send(entries);
          sent += settled;
          tried = settled > 0 ? 1 : tried + 1;
          if (stop) await this.#pause(stop, tried);
        }
        return { sent, left: (await this.journal.figures()).events };
      });
    } catch (error) {
      throw storageError(error);
    }
  }

  async #pause(stop: ShipmateError, tried: number): Promise<void> {
    if (tried > 3 || (stop.retryAfter ?? 0) > 10) throw stop;
    await sleep((stop.retryAfter ?? 0) * 1_000 + this.http.pause(tried), this.http.stopped);
  }

  /** Where the server refuses the body as a whole, halves find the event. */
  async #send(entries: JournalEntry[]): Promise<[number, ShipmateError?]> {
    const events = entries.map((entry) => JSON.parse(entry.json));
    let results: Json[];
    try {
      results = (await this.sessions.call({ method: "POST", path: "/v1/events/batch", body: { events } })).results;
    } catch (error) {
      const { status, type } = error as ShipmateError;
      if (!REFUSED_WHOLE.includes(status!) || type === "invalid-reply") throw error;
      if (entries.length > 1) return this.#send(entries.slice(0, entries.length / 2));
      results = [{ status, problem: { type } }];
    }
    return this.#settle(entries, results ?? []);
  }

  async #settle(entries: JournalEntry[], results: Json[]): Promise<[number, ShipmateError?]> {
    const rejected = new Map<string, string>();
    const settled: JournalEntry[] = [];
    let stop: ShipmateError | undefined;
    for (const entry of entries) {
      const { status = 500, problem } = results[settled.length] ?? {};
      const type = String(problem?.type ?? "unavailable").replace("/problems/", "");
      const failure = new ShipmateError(type, status, type, problem?.retry_after);
      if (status >= 300 && (failure.isTemporary || status === 401)) {
        stop = failure;
        break;
      }
      if (status >= 300) rejected.set(entry.id, type);
      settled.push(entry);
    }
    await this.#drop(settled, rejected);
    return [settled.length, stop];
  }

  async #drop(entries: JournalEntry[], rejected: Map<string, string>): Promise<void> {
    if (entries.length > 0) await this.journal.settle(entries, rejected);
    for (const [id, type] of rejected) {
      this.http.log(`the event ${id} was rejected: ${type}`);
      this.rejected.send({ id, type }, false);
    }
  }

  /** Sets aside what the next player must not get. */
  async setAside(type: string): Promise<void> {
    await this.journal.alone(async () => {
      for (;;) {
        const entries = await this.journal.next(1_000, BATCH_BYTES_MAX);
        if (entries.length === 0) return;
        await this.#drop(entries, new Map(entries.map((entry) => [entry.id, type])));
      }
    });
  }

  /** Events and bytes of a batch: the server's own limits, asked for once they may matter, and at most once a flush. */
  async #most(): Promise<[number, number]> {
    if (!this.#told && (await this.journal.figures()).events > EVENTS_UNASKED) {
      this.#told = (await this.http.send({ method: "GET", path: "/v1/app" }).catch((): Json => ({}))).limits;
    }
    const { batch_events, batch_body_bytes } = this.#told ?? {};
    return [Math.min(batch_events || EVENTS_UNASKED, 1_000), Math.min(batch_body_bytes / 2 || BATCH_BYTES_MAX, BATCH_BYTES_MAX)];
  }

  /** UUIDv7: by time, then 72 random bits. */
  #id(): string {
    const time = Math.floor(this.http.now()).toString(16).padStart(12, "0");
    const hex = Array.from(this.http.random(9), (byte) => byte.toString(16).padStart(2, "0")).join("");
    return `${time.slice(0, 8)}-${time.slice(8)}-7${hex.slice(0, 3)}-8${hex.slice(3, 6)}-${hex.slice(6)}`;
  }
}
