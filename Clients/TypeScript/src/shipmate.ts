import { Client } from "./client.js";
import { diagnose } from "./diagnose.js";
import { INVITE } from "./openings.js";
import type { Balances, Finding, Flushed, GameEvent, Invitation, Invite, JournalFigures, Opening, Options, Player, Rejection, SessionUpdate, Storage } from "./types.js";

const forgotten = typeof FinalizationRegistry === "undefined"
  ? undefined
  : new FinalizationRegistry<AbortController>((stop) => stop.abort());

/** A handle on one host. Making it does nothing; it is freed with its last reference. */
export class Shipmate {
  readonly #client: Client;

  constructor(options: Options & { readonly storage: Storage }) {
    this.#client = new Client(options, options.storage);
    forgotten?.register(this, this.#client.stop, this);
  }

  /**
   * Resumes the player, or claims the invitation and signs up. Safe to call again. Rejects with `signed-out`, also after a
   * restart, where the session of an account ended: the player signs in, or `signOut` and `start` give a new player.
   * A link is opened for a player who exists, too. Without a network that happens later: `invitations` has the result.
   */
  start(opening?: Opening): Promise<Player> {
    return this.#client.start(opening ?? pageOpening(), !opening);
  }

  /** Resolves with the event's id when it is on the disk. It is sent later, in order. */
  record(event: GameEvent): Promise<string> {
    return this.#client.record(event);
  }

  /** Sends what was recorded. */
  flush(): Promise<Flushed> {
    return this.#client.flush();
  }

  /** The player's invite. `channel` chooses the text, such as `email` or `sms`. */
  invite(channel?: string): Promise<Invite> {
    return this.#client.invite(channel);
  }

  /** A URL that opened the app. It is stored first: without a network it is opened later. */
  open(url: string): Promise<Invitation | undefined> {
    return this.#client.open(url);
  }

  /** Makes the player an account; the uid stays. Rejects with `EmailInUseError` and its offer to merge. */
  link(email: string, password: string): Promise<Player> {
    return this.#client.link(email, password);
  }

  signIn(email: string, password: string): Promise<Player> {
    return this.#client.signIn(email, password);
  }

  signOut(): Promise<void> {
    return this.#client.signOut();
  }

  /** An anonymous player is erased at once. An account sends its password, and is erased some days later. */
  deleteUser(password?: string): Promise<void> {
    return this.#client.deleteUser(password);
  }

  /** The user as the server has it: `level`, `email` and more. */
  async me(): Promise<Record<string, unknown>> {
    return (await this.#client.me()).user;
  }

  /** A page of the player's rewards, or of the referred friends. */
  rewards(): Promise<Record<string, unknown>> {
    return this.#client.list("rewards");
  }

  referrals(): Promise<Record<string, unknown>> {
    return this.#client.list("referrals");
  }

  /**
   * First the cached balances, then live ones, of the player who is there: it goes on over `link`, `signIn` and `signOut`,
   * and ends with the loop that reads it, or with the handle. All readers share one stream.
   */
  get balances(): AsyncIterable<Balances> {
    return this.#client.feed.values;
  }

  /** The states of the session, from the current one on. */
  get updates(): AsyncIterable<SessionUpdate> {
    return this.#client.updates;
  }

  /** Each invitation once; a later reader gets the last one. */
  get invitations(): AsyncIterable<Invitation> {
    return this.#client.invitations;
  }

  /** Events that the server refused for good. They stay in the journal's list of rejected events. */
  get rejected(): AsyncIterable<Rejection> {
    return this.#client.rejected;
  }

  get state(): SessionUpdate {
    return this.#client.now;
  }

  journal(): Promise<JournalFigures> {
    return this.#client.storage.journal.figures();
  }

  diagnose(): Promise<Finding[]> {
    return diagnose(this.#client);
  }

  /** Ends all work of the handle. What was recorded stays. */
  close(): void {
    const { stop, updates, invitations, rejected } = this.#client;
    forgotten?.unregister(this);
    stop.abort();
    for (const channel of [updates, invitations, rejected]) channel.close();
  }
}

/** The page's URL, if it came from a link. */
const pageOpening = (): Opening => {
  const href = (globalThis as { location?: { href?: string } }).location?.href;
  return href?.match(INVITE) ? { link: href } : {};
};
