import type { Player } from "./types.js";

/** More members of the problem, such as `errors` or `uid`. */
export type ProblemMembers = Readonly<Record<string, unknown>>;

/**
 * All that a call can fail with. Decide by `type`: a name of Documentation/reference/Errors.md, or one of this library:
 * `offline`, `invalid-reply`, `inexact-number`, `not-started`, `signed-out`, `journal-full`, `storage`, `cancelled`.
 */
export class ShipmateError extends Error {
  override readonly name = "ShipmateError";

  constructor(
    readonly type: string,
    readonly status?: number,
    detail = type,
    /** Seconds to wait before the next try, where the server says so. */
    readonly retryAfter?: number,
    readonly members: ProblemMembers = {},
  ) {
    super(status ? `${detail} (${status})` : detail);
  }

  /** Identifies the call in the server's log. */
  get requestId(): string | undefined {
    return this.members.request_id as string | undefined;
  }

  /** Waiting and calling again may help. */
  get isTemporary(): boolean {
    const status = this.status ?? 0;
    return ["offline", "invalid-reply"].includes(this.type) || status === 408 || status === 429 || status >= 500;
  }
}

/** Another account has this e-mail: `email-already-in-use`. Ask the player, then call `offer.accept()`. */
export class EmailInUseError extends ShipmateError {
  constructor(readonly offer: MergeOffer) {
    super("email-already-in-use", 409);
  }
}

/** Joins the anonymous player to the account that has the e-mail: balances, links, friends and progress. */
export interface MergeOffer {
  /** The account's password, where it isn't the one of `link`. */
  accept(password?: string): Promise<Player>;
}

export const storageError = (error: unknown): ShipmateError =>
  error instanceof ShipmateError ? error : new ShipmateError("storage", undefined, `storage: ${nameOf(error)}`);

/** Only the kind of a foreign error: its text may have a URL or a secret. */
export const nameOf = (error: unknown): string => {
  const { code, name } = error as { code?: unknown; name?: string };
  return typeof code === "string" ? code : name ?? "Error";
};
