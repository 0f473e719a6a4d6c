import type { ShipmateError } from "./errors.js";
import { read, sleep, type Http, type Json } from "./http.js";
import type { Sessions } from "./sessions.js";
import type { Balances } from "./types.js";
import type { Vault } from "./vault.js";

type Amounts = Record<string, number>;

/** The player's balances: the cache, then the stream, or long polling where the platform has no streams. */
export class Feed {
  #amounts: Amounts = {};
  #after?: string;
  #canStream = true;

  constructor(readonly sessions: Sessions, readonly http: Http, readonly vault: Vault, readonly signal: AbortSignal) {}

  async *values(): AsyncGenerator<Balances, void> {
    const cached = await this.vault.json<{ uid: string; balances: Amounts }>("balances");
    if (cached && cached.uid === (await this.sessions.stored())?.uid) yield { balances: cached.balances, source: "cached" };
    for (let failures = 0; ; failures += 1) {
      try {
        for await (const [kind, data] of this.#canStream ? this.#stream() : this.#poll()) {
          failures = 0;
          if (kind === "end") return;
          if (kind === "renew") break;
          if (await this.#takes(kind, data)) yield { balances: { ...this.#amounts }, source: "live" };
        }
      } catch (error) {
        if (this.signal.aborted) return;
        const { isTemporary, type } = error as ShipmateError;
        if (type === "signed-out" || isTemporary === false) throw error;
      }
      if (this.signal.aborted) return;
      if (failures > 0) await sleep(this.http.pause(failures, 1_000, 30_000), this.signal).catch(() => {});
    }
  }

  async #takes(kind: string, data: Json): Promise<boolean> {
    if (kind === "state") this.#amounts = { ...data.balances };
    else if (kind === "balance") this.#amounts[data.data.currency] = data.data.balance;
    else return false;
    const uid = (await this.sessions.stored())?.uid;
    await this.vault.put("balances", { uid, balances: this.#amounts }).catch(() => {});
    return true;
  }

  async *#stream(): AsyncGenerator<[string, Json], void> {
    const session = await this.sessions.fresh();
    const headers: Record<string, string> = { Accept: "text/event-stream" };
    if (this.#after) headers["Last-Event-ID"] = this.#after;
    const call = { method: "GET", path: "/v1/users/me/stream", token: session.access_token, signal: this.signal };
    const [reply, done, wait] = await this.http.fetch(call, headers);
    try {
      if (reply.status === 401) {
        await this.sessions.refresh(session);
      } else if ([404, 405, 501].includes(reply.status)) {
        this.#canStream = false;
      } else {
        if (!reply.ok) await read(reply);
        this.#canStream = reply.body != null && typeof TextDecoder !== "undefined";
        if (this.#canStream) yield* this.#events(reply.body!.getReader(), wait);
      }
    } finally {
      done();
    }
  }

  async *#events(reader: ReadableStreamDefaultReader<Uint8Array>, wait: (milliseconds: number) => void): AsyncGenerator<[string, Json], void> {
    const decoder = new TextDecoder();
    for (let text = ""; ;) {
      wait(QUIET_MILLISECONDS_MAX);
      const { done, value } = await reader.read();
      if (done) return;
      const blocks = (text + decoder.decode(value, { stream: true })).split("\n\n");
      text = blocks.pop()!;
      for (const block of blocks) {
        const fields: Record<string, string> = {};
        for (const line of block.split("\n")) {
          const [, name, rest] = /^(\w+): ?(.*)$/.exec(line) ?? [];
          if (name) fields[name] = rest!;
        }
        if (fields.event && fields.data) yield [fields.event, JSON.parse(fields.data)];
        this.#after = fields.id ?? this.#after;
      }
    }
  }

  async *#poll(): AsyncGenerator<[string, Json], void> {
    const query = this.#after ? `?wait=25&after=${this.#after}` : "";
    const page = await this.sessions.call({ method: "GET", path: `/v1/users/me/changes${query}`, signal: this.signal });
    if (page.state) yield ["state", page.state];
    for (const change of page.changes ?? []) yield [change.type === "balance.changed" ? "balance" : change.type, change];
    this.#after = page.next_cursor;
  }
}

/** The stream sends a comment every 15 s: a longer silence is a lost connection. */
const QUIET_MILLISECONDS_MAX = 45_000;
