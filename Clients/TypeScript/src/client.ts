import { Channel } from "./channel.js";
import { nameOfLink } from "./claim.js";
import { EmailInUseError, ShipmateError } from "./errors.js";
import { Feed } from "./feed.js";
import { Http, sleep, type Call, type Json } from "./http.js";
import { Openings } from "./openings.js";
import { Outbox } from "./outbox.js";
import { Sessions } from "./sessions.js";
import { Vault, type Session } from "./vault.js";
import type { Flushed, GameEvent, Invitation, Invite, Opening, Options, Player, Rejection, SessionState, SessionUpdate, Storage } from "./types.js";

/** The work behind a handle. It ends with the handle. */
export class Client {
  readonly stop = new AbortController();
  readonly updates = new Channel<SessionUpdate>();
  readonly invitations = new Channel<Invitation>();
  readonly rejected = new Channel<Rejection>();
  readonly http: Http;
  readonly vault: Vault;
  readonly sessions: Sessions;
  readonly outbox: Outbox;
  readonly openings: Openings;
  readonly feed: Feed;
  now: SessionUpdate = { state: "not-started" };
  #starting?: Promise<Player>;
  #startedBy?: string;
  #isBusy = false;
  #isAskedAgain = false;
  #hasLinked = false;

  constructor(options: Options, readonly storage: Storage) {
    const random = options.random ?? ((bytes) => crypto.getRandomValues(new Uint8Array(bytes)));
    const transport = options.transport ?? ((url, init) => fetch(url, init));
    this.http = new Http(options.host, transport, options.now ?? Date.now, random, this.stop.signal, options.log ?? (() => {}));
    this.vault = new Vault(storage.secrets, this.stop.signal);
    this.sessions = new Sessions(this.vault, this.http, (bytes) => base64url(random(bytes)));
    this.sessions.onEnd = () => this.#left();
    const limits = { events: 10_000, bytes: 4_194_304, ...options.limits };
    this.outbox = new Outbox(storage.journal, this.sessions, this.http, limits, this.rejected);
    this.openings = new Openings(this.sessions, this.http, this.vault, this.invitations);
    this.feed = new Feed(this.sessions, this.http, this.vault);
  }

  become(state: SessionState, uid?: string): void {
    if (state === this.now.state && uid === this.now.uid) return;
    this.now = { state, uid };
    this.updates.send(this.now);
  }

  #left(): void {
    this.become("signed-out");
    this.feed.restart();
  }

  /** One at a time. A start with another link begins after the one that runs. */
  start(opening: Opening, isPage: boolean): Promise<Player> {
    const link = nameOfLink(opening);
    if (this.#starting && link && link !== this.#startedBy) {
      return this.#starting.catch(() => {}).then(() => this.start(opening, isPage));
    }
    if (!this.#starting) this.#startedBy = link;
    return this.#starting ??= this.#begin(opening, isPage).finally(() => (this.#starting = undefined));
  }

  async #begin(opening: Opening, isPage: boolean): Promise<Player> {
    await this.openings.begin(opening, isPage).catch((error) => this.http.log(`start: ${error.message}`));
    return this.#start(opening);
  }

  async #start(opening: Opening): Promise<Player> {
    const session = await this.sessions.stored();
    if (!session) {
      if (await this.sessions.isOver()) throw new ShipmateError("signed-out");
      return this.#signUp(opening);
    }
    const isNew = this.now.state !== "confirmed" || this.now.uid !== session.uid;
    if (isNew) this.become("cached", session.uid);
    const waits = await this.vault.text("opening");
    const invitation = await this.openings.deliver() ?? (waits ? await this.openings.openSoon(waits) : undefined);
    if (isNew || waits) this.kick();
    return this.player(session, invitation);
  }

  async #signUp(opening: Opening): Promise<Player> {
    const receipt = await this.openings.receipt(opening);
    const session = await this.sessions.signUp(receipt ? { claim: receipt } : {});
    if (!await this.vault.swap("session", undefined, JSON.stringify(session))) return this.#start(opening);
    this.feed.restart(session.uid);
    await this.vault.delete("claim");
    await this.#own(session.uid);
    return this.#confirmed(session);
  }

  async #confirmed(session: Session): Promise<Player> {
    this.become("confirmed", session.uid);
    const player = this.player(session, await this.openings.deliver());
    this.kick();
    return player;
  }

  player(session: Session, invitation?: Invitation): Player {
    return { uid: session.uid, kind: session.kind, state: this.now.state, ...(invitation && { invitation }) };
  }

  /** Confirms the session and sends events in the background, until both is done. */
  kick(milliseconds = 0): void {
    this.#isAskedAgain = this.#isBusy;
    if (this.#isBusy) return;
    this.#isBusy = true;
    this.#background(milliseconds).catch((error) => this.http.log(String(error.message))).finally(() => {
      this.#isBusy = false;
      if (this.#isAskedAgain) this.kick(1_000);
    });
  }

  async #background(milliseconds: number): Promise<void> {
    for (let failures = 1; ; failures += 1) {
      await sleep(milliseconds, this.stop.signal);
      try {
        if (this.now.state === "cached") await this.#confirm();
        if (!await this.sessions.stored()) return;
        const { left } = await this.outbox.flush();
        await this.openings.open().catch(unlessFinal);
        if (left === 0) return;
        milliseconds = 0;
      } catch (error) {
        const { isTemporary, type, retryAfter = 0 } = error as ShipmateError;
        if (!isTemporary && type !== "storage") return;
        milliseconds = retryAfter * 1_000;
      }
      milliseconds += this.http.pause(failures, 1_000, 120_000);
    }
  }

  async #confirm(): Promise<void> {
    const { user } = await this.me();
    // A link of an earlier run was not carried out. One of this run may be under way.
    if (user.is_anonymous && (await this.sessions.stored())?.pending === "link" && !this.#hasLinked) await this.sessions.mark();
    this.become("confirmed", user.uid);
  }

  /** Waits for the session that a start is about to make. */
  async #started(): Promise<void> {
    if (this.#starting && !await this.sessions.stored()) await this.#starting.catch(() => {});
  }

  async #call(call: Call): Promise<Json> {
    await this.#started();
    return this.sessions.call(call);
  }

  me(): Promise<Json> {
    return this.#call({ method: "GET", path: "/v1/users/me" });
  }

  record(event: GameEvent): Promise<string> {
    const recorded = this.outbox.record(event);
    recorded.then(() => this.kick(1_000), () => {});
    return recorded;
  }

  async flush(): Promise<Flushed> {
    await this.#started();
    return this.outbox.flush();
  }

  async invite(channel?: string): Promise<Invite> {
    const body = channel ? { channel } : {};
    const { link, message, referral_code } = await this.#call({ method: "POST", path: "/v1/invites", body });
    return { url: link.short_link, text: message.body, subject: message.subject ?? null, code: referral_code };
  }

  /** A URL that opened the app: before the first start it is stored for the claim. */
  async open(url: string): Promise<Invitation | undefined> {
    const text = await this.openings.keep({ link: url });
    await this.#started();
    // A start that ran has claimed it, and delivers the invitation.
    if (!await this.sessions.stored() || await this.vault.text("opening") !== text) return undefined;
    try {
      return await this.openings.open(text);
    } catch (error) {
      this.kick();
      throw error;
    }
  }

  async link(email: string, password: string): Promise<Player> {
    const { sessions } = this;
    const body = { email, password };
    const call = { method: "PUT", path: "/v1/users/me/credential", body };
    await this.#started();
    const { uid } = await sessions.fresh();
    this.#hasLinked = sessions.isEnding = true;
    try {
      await sessions.mark("link");
      // A link ends all earlier sessions: if only its reply was lost, the player can sign in.
      let reply = await sessions.call(call).catch(unless("signed-out")) ?? await this.#signedIn(body).catch(unless("invalid-credentials"));
      if (reply?.user.uid !== uid) {
        // The session had ended before: an anonymous player comes back first.
        await sessions.mark();
        sessions.isEnding = false;
        reply = await sessions.call(call);
      }
      return await this.#adopt(reply);
    } catch (error) {
      const problem = error as ShipmateError;
      if (!problem.isTemporary) await sessions.mark();
      if (problem.type !== "email-already-in-use") throw problem;
      throw new EmailInUseError({ accept: (other = password) => this.#merge({ email, password: other }) });
    } finally {
      sessions.isEnding = false;
    }
  }

  #signedIn(body: Json): Promise<Json> {
    return this.http.send({ method: "POST", path: "/v1/sessions", body });
  }

  async #merge(body: Json): Promise<Player> {
    await this.#flushQuietly();
    const merged = this.sessions.with((merge) => this.#signedIn({ ...body, merge })).catch(unless("merged"));
    return this.#adopt(await merged ?? await this.#signedIn(body), true);
  }

  async signIn(email: string, password: string): Promise<Player> {
    await this.#flushQuietly();
    return this.#adopt(await this.#signedIn({ email, password }));
  }

  async #adopt(reply: Json, isMerge = false): Promise<Player> {
    const session = this.sessions.read(reply);
    await this.#own(session.uid, isMerge);
    await this.vault.put("session", session);
    this.feed.restart(session.uid);
    await this.vault.delete("ended");
    return this.#confirmed(session);
  }

  /** Events of another player are set aside: they aren't this one's. */
  async #own(uid: string, isMerge = false): Promise<void> {
    const owner = await this.vault.json<string>("owner");
    if (owner === uid) return;
    if (owner && !isMerge) await this.outbox.setAside("user-changed");
    await this.vault.put("owner", uid);
  }

  async #flushQuietly(): Promise<void> {
    if (await this.sessions.stored()) await this.flush().catch(() => {});
  }

  /** Works without a connection too: then the session ends at the server when it expires. */
  async signOut(): Promise<void> {
    await this.#flushQuietly();
    const call = { method: "DELETE", path: "/v1/sessions/current", tries: 2 };
    if (await this.sessions.stored()) await this.sessions.call(call).catch(() => {});
    await this.vault.delete("session");
    this.#left();
    await this.vault.delete("balances", "ended");
  }

  async deleteUser(password?: string): Promise<void> {
    const { sessions } = this;
    // Where the session had ended before, an anonymous player comes back first.
    const { user } = await this.me();
    const call = { method: "DELETE", path: "/v1/users/me", body: password ? { password } : {} };
    sessions.isEnding = true;
    try {
      // The session of an anonymous player ends with it: then only the reply was lost.
      await sessions.call(call).catch(unless(user.is_anonymous && "signed-out"));
      await this.storage.journal.clear();
      await this.vault.delete("session");
      this.feed.restart();
      await this.vault.delete("balances", "opening", "opened", "claim", "invitation", "install", "owner", "ended");
    } finally {
      sessions.isEnding = false;
    }
    this.become("signed-out");
  }

  async list(what: "rewards" | "referrals"): Promise<Json> {
    return this.#call({ method: "GET", path: `/v1/users/me/${what}` });
  }
}

/** What another try can't change must not stop the events. */
const unlessFinal = (error: ShipmateError): void => {
  if (error.isTemporary) throw error;
};

const unless = (type: string | false) => (error: ShipmateError): void => {
  if (error.type !== type) throw error;
};

const base64url = (bytes: Uint8Array): string =>
  btoa(String.fromCharCode(...bytes)).replace(/\+/g, "-").replace(/\//g, "_").replace(/=/g, "");
