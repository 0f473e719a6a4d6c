import { Channel } from "./channel.js";
import { claimOf, invitationOf } from "./claim.js";
import { EmailInUseError, ShipmateError } from "./errors.js";
import { Feed } from "./feed.js";
import { Http, sleep, type Json } from "./http.js";
import { Outbox } from "./outbox.js";
import { Sessions } from "./sessions.js";
import { Vault, type Session } from "./vault.js";
import type { Balances, Flushed, GameEvent, Invitation, Invite, Opening, Options, Player, Rejection, SessionState, SessionUpdate, Storage } from "./types.js";

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
  now: SessionUpdate = { state: "not-started" };
  #starting?: Promise<Player>;
  #isBusy = false;
  #isAskedAgain = false;
  #hasLinked = false;

  constructor(options: Options, readonly storage: Storage) {
    const random = options.random ?? ((bytes) => crypto.getRandomValues(new Uint8Array(bytes)));
    const transport = options.transport ?? ((url, init) => fetch(url, init));
    this.http = new Http(options.host, transport, options.now ?? Date.now, random, this.stop.signal, options.log ?? (() => {}));
    this.vault = new Vault(storage.secrets, this.stop.signal);
    this.sessions = new Sessions(this.vault, this.http, (bytes) => base64url(random(bytes)));
    this.sessions.onEnd = () => this.become("signed-out");
    const limits = { events: 10_000, bytes: 4_194_304, ...options.limits };
    this.outbox = new Outbox(storage.journal, this.sessions, this.http, limits, this.rejected);
  }

  become(state: SessionState, uid?: string): void {
    if (state === this.now.state && uid === this.now.uid) return;
    this.now = { state, uid };
    this.updates.send(this.now);
  }

  start(opening: Opening): Promise<Player> {
    return this.#starting ??= this.#start(opening).finally(() => (this.#starting = undefined));
  }

  async #start(opening: Opening): Promise<Player> {
    const session = await this.sessions.stored();
    if (!session) {
      if (await this.sessions.isOver()) throw new ShipmateError("signed-out");
      return this.#signUp(opening);
    }
    const isNew = this.now.state !== "confirmed" || this.now.uid !== session.uid;
    if (isNew) this.become("cached", session.uid);
    const invitation = await this.#deliver();
    if (isNew) this.kick();
    return this.player(session, invitation);
  }

  async #signUp(opening: Opening): Promise<Player> {
    const receipt = await this.#receipt(opening);
    const session = await this.sessions.signUp(receipt ? { claim: receipt } : {});
    if (!await this.vault.swap("session", undefined, JSON.stringify(session))) return this.#start(opening);
    await this.vault.delete("claim");
    await this.#own(session.uid);
    return this.#confirmed(session);
  }

  async #receipt(opening: Opening): Promise<string | undefined> {
    const known = await this.vault.json<string | Opening>("claim");
    if (typeof known === "string") return known;
    const claim = claimOf({ ...opening, link: opening.link ?? known?.link });
    if (!claim) return undefined;
    try {
      const reply = await this.#claim(claim, await this.sessions.install());
      if (reply.receipt) await this.vault.put("claim", reply.receipt);
      return reply.receipt ?? undefined;
    } catch (error) {
      if ((error as ShipmateError).isTemporary || !(error as ShipmateError).status) throw error;
      return undefined;
    }
  }

  async #claim(body: Json, key: string): Promise<Json> {
    const reply = await this.http.send({ method: "POST", path: "/v1/links/claim", body, key });
    if (reply.match !== "none") await this.vault.put("invitation", invitationOf(reply));
    return reply;
  }

  /** Once: the sequence replays it as long as the handle lives. */
  async #deliver(): Promise<Invitation | undefined> {
    const invitation = await this.vault.json<Invitation>("invitation");
    if (invitation) {
      this.invitations.send(invitation);
      await this.vault.delete("invitation");
    }
    return invitation;
  }

  async #confirmed(session: Session): Promise<Player> {
    this.become("confirmed", session.uid);
    const player = this.player(session, await this.#deliver());
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
        if (!await this.sessions.stored() || (await this.outbox.flush()).left === 0) return;
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

  me(): Promise<Json> {
    return this.sessions.call({ method: "GET", path: "/v1/users/me" });
  }

  record(event: GameEvent): Promise<string> {
    const recorded = this.outbox.record(event);
    recorded.then(() => this.kick(1_000), () => {});
    return recorded;
  }

  flush(): Promise<Flushed> {
    return this.outbox.flush();
  }

  async invite(channel?: string): Promise<Invite> {
    const body = channel ? { channel } : {};
    const { link, message, referral_code } = await this.sessions.call({ method: "POST", path: "/v1/invites", body });
    return { url: link.short_link, text: message.body, subject: message.subject ?? null, code: referral_code };
  }

  /** A URL that opened the app: before the first start it is stored for the claim. */
  async open(url: string): Promise<Invitation | undefined> {
    if (!await this.sessions.stored()) {
      await this.vault.put("claim", { link: url });
      return undefined;
    }
    const reply = await this.#claim(claimOf({ link: url })!, this.sessions.secret(32));
    const code = reply.invitation?.referral_code;
    if (code && (await this.sessions.stored())?.kind === "anonymous") await this.#refer(code);
    return this.#deliver();
  }

  /** A player who has a referrer keeps it. */
  async #refer(code: string): Promise<void> {
    try {
      await this.sessions.call({ method: "PUT", path: "/v1/users/me/referrer", body: { referred_by: code } });
    } catch (error) {
      if (![409, 422].includes((error as ShipmateError).status!)) throw error;
    }
  }

  async link(email: string, password: string): Promise<Player> {
    const { sessions } = this;
    const body = { email, password };
    const call = { method: "PUT", path: "/v1/users/me/credential", body };
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
    await this.vault.delete("session", "balances", "ended");
    this.become("signed-out");
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
      await this.vault.delete("session", "balances", "claim", "invitation", "install", "owner", "ended");
    } finally {
      sessions.isEnding = false;
    }
    this.become("signed-out");
  }

  async list(what: "rewards" | "referrals"): Promise<Json> {
    return this.sessions.call({ method: "GET", path: `/v1/users/me/${what}` });
  }

  /** Ends with the loop that reads it, and with the handle. */
  balances(): AsyncIterator<Balances> {
    const end = new AbortController();
    const stop = (): void => end.abort();
    this.stop.signal.addEventListener("abort", stop);
    const values = new Feed(this.sessions, this.http, this.vault, end.signal).values();
    return {
      next: () => values.next(),
      return: async () => {
        this.stop.signal.removeEventListener("abort", stop);
        stop();
        void values.return().catch(() => {});
        return { done: true, value: undefined };
      },
    };
  }
}

const unless = (type: string | false) => (error: ShipmateError): void => {
  if (error.type !== type) throw error;
};

const base64url = (bytes: Uint8Array): string =>
  btoa(String.fromCharCode(...bytes)).replace(/\+/g, "-").replace(/\//g, "_").replace(/=/g, "");
