/** What a store has under a key. A locked phone can't read yet: then the library waits, and never signs up again. */
export type Stored =
  | { readonly state: "present"; readonly value: string }
  | { readonly state: "absent" }
  | { readonly state: "not-readable-yet" };

/** Keeps the install secret, the session and a few small texts. Each write is durable when it resolves. */
export interface SecretStore {
  get(key: string): Promise<Stored>;
  put(key: string, value: string): Promise<void>;
  delete(key: string): Promise<void>;
  /** Writes (or deletes, for undefined) only if the value is still the expected one. Atomic between processes. */
  compareAndPut(key: string, expected: string | undefined, value: string | undefined): Promise<boolean>;
}

export interface JournalLimits {
  /** Default: 10,000. */
  readonly events: number;
  /** Default: 4 MiB. */
  readonly bytes: number;
}

export interface JournalEntry {
  readonly id: string;
  /** The event's JSON, exactly as it is sent. */
  readonly json: string;
}

export interface JournalFigures {
  readonly events: number;
  readonly bytes: number;
  /** Bytes that were cut off, because they were damaged. */
  readonly torn: number;
  readonly rejected: number;
}

/** Keeps events in order until the server has them. */
export interface EventJournal {
  /** All or none. Rejects with `journal-full` past the limits. One sync for all. */
  append(entries: readonly JournalEntry[], limits: JournalLimits): Promise<void>;
  /** The oldest entries. */
  next(events: number, bytes: number): Promise<JournalEntry[]>;
  /** Forgets the oldest entries, up to and with the last of these. Those with a type go to the rejected ones. */
  settle(entries: readonly JournalEntry[], rejected: ReadonlyMap<string, string>): Promise<void>;
  figures(): Promise<JournalFigures>;
  /** Runs while no other process or tab sends. */
  alone<T>(work: () => Promise<T>): Promise<T>;
  clear(): Promise<void>;
}

export interface Storage {
  readonly secrets: SecretStore;
  readonly journal: EventJournal;
}

export type Transport = (url: string, init: RequestInit) => Promise<Response>;

export interface Options {
  readonly host: string | URL;
  /** Default: IndexedDB in browsers; the folder `.shipmate` in Node. */
  readonly storage?: Storage;
  /** Default: `fetch`. */
  readonly transport?: Transport;
  /** Milliseconds since 1970. Default: `Date.now`. */
  readonly now?: () => number;
  /** Default: `crypto.getRandomValues`. */
  readonly random?: (bytes: number) => Uint8Array;
  /** Gets lines without tokens, secrets and e-mails. Default: none. */
  readonly log?: (line: string) => void;
  readonly limits?: Partial<JournalLimits>;
}

/** How the app was opened. In a browser the page's URL is used by default. A player who exists opens `link` or `click`. */
export interface Opening {
  readonly link?: string;
  readonly click?: string;
  readonly referrer?: string;
  readonly clipboard?: string;
  /** Default: as the browser says. In React Native pass `Platform.OS`. */
  readonly platform?: "android" | "ios" | "desktop";
  /** What a claim may be guessed from. Send it only with the player's consent. */
  readonly device?: Readonly<Record<string, string | number>>;
}

export type SessionState = "not-started" | "cached" | "confirmed" | "signed-out";

export interface SessionUpdate {
  readonly state: SessionState;
  readonly uid?: string;
}

export interface Invitation {
  readonly match: string;
  readonly referralCode: string | null;
  /** Null unless the match is unique. */
  readonly inviter: { readonly fullName: string | null; readonly shortName: string | null; readonly imageURL: string | null } | null;
  /** The link's payload and data. */
  readonly link: string | null;
  readonly data: Readonly<Record<string, unknown>> | null;
}

export interface Player {
  readonly uid: string;
  readonly kind: "anonymous" | "account";
  readonly state: SessionState;
  readonly invitation?: Invitation;
}

export interface Balances {
  /** The player whose balances they are. Without a player there are none, and this is left out. */
  readonly uid?: string;
  readonly balances: Readonly<Record<string, number>>;
  readonly source: "live" | "cached";
}

export interface Invite {
  readonly url: string;
  readonly text: string;
  readonly subject: string | null;
  readonly code: string;
}

export type GameEvent =
  | { readonly type: "level_reached"; readonly level: number }
  | { readonly type: "milestone_reached"; readonly milestone: string }
  | { readonly type: "counter_incremented"; readonly counter: string; readonly by: number }
  | { readonly type: string; readonly [field: string]: unknown };

/** An event that the server refuses for good. */
export interface Rejection {
  readonly id: string;
  readonly type: string;
}

export interface Flushed {
  readonly sent: number;
  readonly left: number;
}

export interface Finding {
  readonly check: string;
  readonly ok: boolean;
  readonly detail: string;
  readonly fix: string | null;
}
