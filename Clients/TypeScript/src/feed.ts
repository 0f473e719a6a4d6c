import { Channel } from "./channel.js";
import { ShipmateError, nameOf } from "./errors.js";
import { parse, read, sleep, type Http, type Json } from "./http.js";
import type { Sessions } from "./sessions.js";
import type { Balances } from "./types.js";
import type { Session, Vault } from "./vault.js";

type Amounts = Record<string, number>;

/** What one run follows: a player, the amounts so far, and the last change. */
interface Place {
  readonly uid: string | undefined;
  readonly signal: AbortSignal;
  amounts: Amounts;
  after?: string;
}

/**
 * The player's balances for all readers of a handle: the cache, then the stream, or long polling where the platform has no
 * streams. A run belongs to one player: where the session changes, another run begins.
 */
export class Feed {
  readonly values = new Channel<Balances>((isRead) => isRead ? this.#begin() : this.#end());
  #run?: AbortController;
  #canStream = true;

  constructor(readonly sessions: Sessions, readonly http: Http, readonly vault: Vault) {
    http.stopped.addEventListener("abort", () => {
      this.#run?.abort();
      this.values.close();
    });
  }

  /** The session has changed. What was shown of another player is taken back at once. */
  restart(uid?: string): void {
    const { last } = this.values;
    if (last && last.uid !== uid) this.values.send({ ...(uid && { uid }), balances: {}, source: "cached" });
    this.#run?.abort();
    if (this.values.isRead) this.#begin();
  }

  #begin(): void {
    if (this.http.stopped.aborted) return;
    this.#run = new AbortController();
    void this.#follow(this.#run.signal);
  }

  /** The next reader begins with the cache again: what is shown now is soon old. */
  #end(): void {
    this.#run?.abort();
    this.values.last = undefined;
  }

  /** A connection after another, at most one a second. It waits longer after failures. */
  async #follow(signal: AbortSignal): Promise<void> {
    const place: Place = { uid: (await this.sessions.stored().catch(() => undefined))?.uid, signal, amounts: {} };
    await this.#showCache(place);
    for (let failures = 0; !signal.aborted;) {
      const began = performance.now();
      try {
        await this.#connect(place);
        failures = performance.now() - began > STEADY_MILLISECONDS || !this.#canStream ? 0 : failures + 1;
      } catch (error) {
        if (!signal.aborted) this.http.log(`balances: ${error instanceof ShipmateError ? error.message : nameOf(error)}`);
        failures += 1;
      }
      const least = place.uid ? PAUSE_MILLISECONDS_MIN - (performance.now() - began) : LOOK_MILLISECONDS;
      const pause = failures && place.uid ? this.http.pause(failures, 1_000, 30_000) : 0;
      await sleep(Math.max(pause, least), signal).catch(() => {});
      const uid = (await this.sessions.stored().catch(() => place))?.uid;
      // Another process has signed in or out.
      if (uid !== place.uid && !signal.aborted) return this.restart(uid);
    }
  }

  async #showCache({ uid, signal }: Place): Promise<void> {
    const cached = await this.vault.json<{ uid: string; balances: Amounts }>("balances").catch(() => undefined);
    if (!uid || cached?.uid !== uid || this.values.last || signal.aborted) return;
    this.values.send({ uid, balances: cached.balances, source: "cached" });
  }

  /** Until the connection ends, or the session does. */
  async #connect(place: Place): Promise<void> {
    if (!place.uid) return;
    const session = await this.sessions.fresh();
    if (session.uid !== place.uid || place.signal.aborted) return;
    try {
      if (this.#canStream) await this.#stream(session, place);
      if (!this.#canStream) await this.#poll(session, place);
    } catch (error) {
      if (place.signal.aborted) return;
      if ((error as ShipmateError).type !== "unauthenticated") return this.sessions.failed(error);
      await this.sessions.refresh(session);
    }
  }

  async #take(kind: string, data: Json, place: Place): Promise<void> {
    const { uid, signal } = place;
    if (kind === "state") place.amounts = { ...data.balances };
    else if (kind === "balance") place.amounts[data.data.currency] = data.data.balance;
    else return;
    const balances = { ...place.amounts };
    if (!signal.aborted) await this.vault.put("balances", { uid, balances }).catch(() => {});
    if (!signal.aborted) this.values.send({ ...(uid && { uid }), balances, source: "live" });
  }

  async #stream(session: Session, place: Place): Promise<void> {
    const headers: Record<string, string> = { Accept: "text/event-stream" };
    if (place.after) headers["Last-Event-ID"] = place.after;
    const call = { method: "GET", path: "/v1/users/me/stream", token: session.access_token, signal: place.signal };
    const [reply, done, wait] = await this.http.fetch(call, headers);
    try {
      if ([404, 405, 501].includes(reply.status)) this.#canStream = false;
      else if (!reply.ok) await read(reply);
      else if (!reply.body || typeof TextDecoder === "undefined") this.#canStream = false;
      else await this.#events(reply.body.getReader(), wait, place);
    } finally {
      done();
    }
  }

  async #events(reader: ReadableStreamDefaultReader<Uint8Array>, wait: (milliseconds: number) => void, place: Place): Promise<void> {
    const decoder = new TextDecoder();
    for (let text = ""; ;) {
      wait(QUIET_MILLISECONDS_MAX);
      const { done, value } = await reader.read();
      // Another process may have signed in meanwhile: this stream is of the player before.
      if (done || (await this.sessions.stored())?.uid !== place.uid) return;
      const blocks = (text + decoder.decode(value, { stream: true })).split("\n\n");
      text = blocks.pop()!;
      for (const block of blocks) {
        const fields: Record<string, string> = {};
        for (const line of block.split("\n")) {
          const [, name, rest] = /^(\w+): ?(.*)$/.exec(line) ?? [];
          if (name) fields[name] = rest!;
        }
        if (fields.event && fields.data) {
          const data: Json = parse(fields.data);
          if (fields.event === "end") this.#ended(data);
          if (fields.event === "renew" || fields.event === "end") throw new ShipmateError("unauthenticated", 401);
          await this.#take(fields.event, data, place);
        }
        place.after = fields.id ?? place.after;
      }
    }
  }

  /** Where only this stream ends, the session has too many: to open another one would end that of another tab. */
  #ended({ type }: Json): void {
    if (String(type).endsWith("/unauthenticated")) return;
    this.#canStream = false;
    throw new ShipmateError("invalid-reply", 200, `the stream ended: ${type}`);
  }

  async #poll(session: Session, place: Place): Promise<void> {
    const query = place.after ? `?wait=25&after=${place.after}` : "";
    const call = { method: "GET", path: `/v1/users/me/changes${query}`, token: session.access_token, tries: 1, signal: place.signal };
    const page = await this.http.send(call);
    if ((await this.sessions.stored())?.uid !== place.uid) return;
    if (page.state) await this.#take("state", page.state, place);
    for (const change of page.changes ?? []) {
      if (change.type === "balance.changed") await this.#take("balance", change, place);
    }
    place.after = page.next_cursor;
  }
}

/** The stream sends a comment every 15 s: a longer silence is a lost connection. */
const QUIET_MILLISECONDS_MAX = 45_000;
/** A connection that lived as long was no failure. */
const STEADY_MILLISECONDS = 5_000;
const PAUSE_MILLISECONDS_MIN = 1_000;
/** How often it looks for a player while there is none. */
const LOOK_MILLISECONDS = 5_000;
