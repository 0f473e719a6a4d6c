import { storageError } from "./errors.js";
import type { SecretStore } from "./types.js";
import { sleep } from "./http.js";

export interface Session {
  readonly uid: string;
  readonly kind: "anonymous" | "account";
  readonly refresh_token: string;
  readonly access_token: string;
  /** Seconds since 1970, by this device's clock. */
  readonly access_expires_at: number;
  /** Stored before a refresh is sent, and repeated with the same token. */
  readonly attempt?: string;
  /** A link may have ended the session although its reply was lost. */
  readonly pending?: "link";
}

export type Key = "install" | "session" | "opening" | "opened" | "claim" | "invitation" | "balances" | "owner" | "ended";

/** The secret store, with JSON values. It waits until a locked device can be read. */
export class Vault {
  constructor(readonly store: SecretStore, readonly stopped: AbortSignal) {}

  async text(key: Key): Promise<string | undefined> {
    for (;;) {
      const stored = await this.#try(() => this.store.get(key));
      if (stored.state === "present") return stored.value;
      if (stored.state === "absent") return undefined;
      await sleep(200, this.stopped);
    }
  }

  async json<T>(key: Key): Promise<T | undefined> {
    return parse<T>(await this.text(key));
  }

  put(key: Key, value: unknown): Promise<void> {
    return this.#try(() => this.store.put(key, JSON.stringify(value)));
  }

  delete(...keys: Key[]): Promise<void> {
    return this.#try(async () => {
      for (const key of keys) await this.store.delete(key);
    });
  }

  swap(key: Key, expected: string | undefined, value: string | undefined): Promise<boolean> {
    return this.#try(() => this.store.compareAndPut(key, expected, value));
  }

  async #try<T>(work: () => Promise<T>): Promise<T> {
    try {
      return await work();
    } catch (error) {
      throw storageError(error);
    }
  }
}

export const parse = <T>(text: string | undefined): T | undefined => {
  try {
    return text === undefined ? undefined : JSON.parse(text) as T;
  } catch {
    return undefined;
  }
};
