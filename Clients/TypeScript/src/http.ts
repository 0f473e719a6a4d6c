import { ShipmateError, nameOf } from "./errors.js";
import type { Transport } from "./types.js";

export type Json = Record<string, any>;

export interface Call {
  readonly method: string;
  readonly path: string;
  readonly body?: Json;
  readonly key?: string;
  readonly token?: string;
  readonly tries?: number;
  readonly signal?: AbortSignal;
}

const TRIES = 5;
const PAUSE_MILLISECONDS_MAX = 8_000;
const RETRY_AFTER_SECONDS_MAX = 30;
const REPLY_MILLISECONDS_MAX = 30_000;

/** Sends calls, and repeats them where that is safe: each has an id, or changes nothing twice. */
export class Http {
  lastError = "none";
  /** Milliseconds by which the server's clock is ahead. */
  skew?: number;
  readonly host: string;

  constructor(
    host: string | URL,
    readonly transport: Transport,
    readonly now: () => number,
    readonly random: (bytes: number) => Uint8Array,
    readonly stopped: AbortSignal,
    readonly log: (line: string) => void,
  ) {
    this.host = String(host).replace(/\/+$/, "");
  }

  async send(call: Call): Promise<Json> {
    for (let tried = 1; ; tried += 1) {
      try {
        return await this.#once(call);
      } catch (error) {
        const problem = this.#noted(error, call);
        const pause = problem.retryAfter ?? 0;
        if (!problem.isTemporary || tried >= (call.tries ?? TRIES) || pause > RETRY_AFTER_SECONDS_MAX) throw problem;
        await sleep(pause * 1_000 + this.pause(tried), call.signal ?? this.stopped);
      }
    }
  }

  /** Exponential, with full jitter. */
  pause(tried: number, milliseconds = 250, most = PAUSE_MILLISECONDS_MAX): number {
    return Math.min(milliseconds * 2 ** tried, most) * ((this.random(1)[0]! + 1) / 256);
  }

  /** The transport's reply, whatever its status; how to end it; and how to limit the wait for its next part anew. */
  async fetch(call: Call, headers: Record<string, string> = {}): Promise<[Response, () => void, (milliseconds: number) => void]> {
    const limit = new AbortController();
    const abort = (): void => limit.abort();
    let timer: ReturnType<typeof setTimeout> | undefined;
    const wait = (milliseconds: number): void => {
      clearTimeout(timer);
      timer = setTimeout(abort, milliseconds);
    };
    wait(REPLY_MILLISECONDS_MAX);
    const signals = [this.stopped, call.signal ?? this.stopped];
    for (const signal of signals) signal.aborted ? abort() : signal.addEventListener("abort", abort);
    const done = (): void => {
      abort();
      clearTimeout(timer);
      for (const signal of signals) signal.removeEventListener("abort", abort);
    };
    if (call.token) headers.Authorization = `Bearer ${call.token}`;
    if (call.key) headers["Idempotency-Key"] = call.key;
    if (call.body) headers["Content-Type"] = "application/json";
    try {
      const body = call.body && JSON.stringify(call.body);
      const reply = await this.transport(this.host + call.path, { method: call.method, headers, body, signal: limit.signal });
      return [reply, done, wait];
    } catch (error) {
      done();
      throw signals.some((signal) => signal.aborted) ? new ShipmateError("cancelled") : error;
    }
  }

  async #once(call: Call): Promise<Json> {
    const [reply, done] = await this.fetch(call);
    try {
      const date = Date.parse(reply.headers.get("Date")!);
      if (date) this.skew = date - this.now();
      return await read(reply);
    } finally {
      done();
    }
  }

  #noted(error: unknown, call: Call): ShipmateError {
    const problem = error instanceof ShipmateError ? error : new ShipmateError("offline", undefined, `offline: ${nameOf(error)}`);
    this.lastError = `${call.method} ${call.path}: ${problem.message}`;
    this.log(this.lastError);
    return problem;
  }
}

/** JSON without a whole number that a double would round: above 2^53 - 1 they are no longer exact. */
export const parse = (text: string): Json => {
  const numbers = /\d{16}/.test(text) ? text.match(/"(?:[^"\\]|\\.)*"|-?\d[\d.eE+-]*/g) ?? [] : [];
  if (numbers.some((token) => /^-?\d+$/.test(token) && !Number.isSafeInteger(+token))) throw new ShipmateError("inexact-number");
  return JSON.parse(text);
};

/** The JSON of a success; a problem is thrown. */
export const read = async (reply: Response): Promise<Json> => {
  const text = await reply.text();
  let json: Json | undefined;
  try {
    json = parse(text || "{}");
  } catch (error) {
    if (error instanceof ShipmateError) throw error;
    // A page of something between.
  }
  if (reply.ok && json) return json;
  const type = /^\/problems\/(.+)/.exec(json?.type)?.[1];
  if (!type) throw new ShipmateError("invalid-reply", reply.status);
  const seconds = parseFloat(reply.headers.get("Retry-After")!);
  throw new ShipmateError(type, reply.status, type, seconds >= 0 ? seconds : undefined, json);
};

export const sleep = (milliseconds: number, signal: AbortSignal): Promise<void> =>
  new Promise((resolve, reject) => {
    const stop = (): void => {
      clearTimeout(timer);
      reject(new ShipmateError("cancelled"));
    };
    const timer = setTimeout(() => {
      signal.removeEventListener("abort", stop);
      resolve();
    }, milliseconds);
    signal.aborted ? stop() : signal.addEventListener("abort", stop);
  });
