import { ShipmateError } from "./errors.js";
import type { Call, Http, Json } from "./http.js";
import { parse, type Session, type Vault } from "./vault.js";

const MARGIN_SECONDS = 60;

/** The stored session: one refresh at a time, and no write over what another process has stored meanwhile. */
export class Sessions {
  #refreshing?: Promise<Session>;
  /** A call that ends the session is under way: it finds out by itself whether it was carried out. */
  isEnding = false;
  /** Says that the session is over. */
  onEnd: () => void = () => {};

  constructor(readonly vault: Vault, readonly http: Http, readonly secret: (bytes: number) => string) {}

  stored(): Promise<Session | undefined> {
    return this.vault.json<Session>("session");
  }

  /** Calls with the player's token. */
  async call(call: Call): Promise<Json> {
    try {
      return await this.with((token) => this.http.send({ ...call, token }));
    } catch (error) {
      return this.failed(error);
    }
  }

  /** Throws the error of a call. A player who was merged elsewhere has to sign in. */
  async failed(error: unknown): Promise<never> {
    const { type, members } = error as ShipmateError;
    const text = await this.vault.text("session");
    const session = parse<Session>(text);
    if (type !== "merged" || !session || session.uid === members.uid) throw error;
    return this.#drop(session, text!);
  }

  /** Works with the player's token. Where the server refuses it, it is refreshed once. */
  async with(work: (token: string) => Promise<Json>): Promise<Json> {
    const session = await this.fresh();
    try {
      return await work(session.access_token);
    } catch (error) {
      if ((error as ShipmateError).type !== "unauthenticated") throw error;
      return work((await this.refresh(session)).access_token);
    }
  }

  async fresh(): Promise<Session> {
    const session = await this.stored();
    if (!session) throw new ShipmateError(await this.isOver() ? "signed-out" : "not-started");
    return session.access_expires_at - this.http.now() / 1_000 < MARGIN_SECONDS ? this.refresh(session) : session;
  }

  refresh(used: Session): Promise<Session> {
    return this.#refreshing ??= this.#refresh(used).finally(() => (this.#refreshing = undefined));
  }

  async #refresh(used: Session): Promise<Session> {
    for (;;) {
      const text = await this.vault.text("session");
      const session = parse<Session>(text);
      if (!text || !session) throw new ShipmateError("signed-out");
      if (session.access_token !== used.access_token) return session;
      if (!session.attempt) {
        await this.vault.swap("session", text, JSON.stringify({ ...session, attempt: this.secret(16) }));
        continue;
      }
      const next = await this.#exchange(session, text);
      if (next) return next;
    }
  }

  /** Undefined where another process has stored another session meanwhile. */
  async #exchange(session: Session, text: string): Promise<Session | undefined> {
    const body = { refresh_token: session.refresh_token, attempt: session.attempt };
    try {
      const reply = await this.http.send({ method: "POST", path: "/v1/sessions/refresh", body });
      const next = this.read({ ...reply, user: { uid: session.uid, is_anonymous: session.kind === "anonymous" } });
      const isStored = await this.vault.swap("session", text, JSON.stringify({ ...next, pending: session.pending }));
      return isStored ? next : undefined;
    } catch (error) {
      if (await this.vault.text("session") !== text) return undefined;
      const { type, status } = error as ShipmateError;
      if (status === 401 && type === "unauthenticated") return this.#ended(session, text);
      throw error;
    }
  }

  /** An anonymous player comes back by the install's secret, without a time limit. */
  async #ended(session: Session, text: string): Promise<Session | undefined> {
    if (session.kind === "account" || session.pending || this.isEnding) {
      if (!this.isEnding) await this.#drop(session, text);
      throw new ShipmateError("signed-out");
    }
    const next = await this.signUp({});
    return await this.vault.swap("session", text, JSON.stringify(next)) ? next : undefined;
  }

  /** Remembers that there was one: after a restart the player is still asked to sign in. */
  async #drop({ uid }: Session, text: string): Promise<never> {
    await this.vault.put("ended", uid);
    if (await this.vault.swap("session", text, undefined)) this.onEnd();
    throw new ShipmateError("signed-out");
  }

  async isOver(): Promise<boolean> {
    const isOver = !!await this.vault.text("ended");
    if (isOver) this.onEnd();
    return isOver;
  }

  async signUp(body: Json): Promise<Session> {
    return this.read(await this.http.send({ method: "POST", path: "/v1/users", body, key: await this.install() }));
  }

  /** The install's secret: stored before it is first sent. */
  async install(): Promise<string> {
    await this.vault.text("install") ?? await this.vault.swap("install", undefined, this.secret(32));
    return (await this.vault.text("install"))!;
  }

  /** From a reply with `user` and `session`. */
  read(reply: Json): Session {
    const { user, session } = reply;
    if (!user?.uid || !session?.refresh_token) throw new ShipmateError("invalid-reply", 200);
    return {
      uid: user.uid, kind: user.is_anonymous ? "anonymous" : "account",
      refresh_token: session.refresh_token, access_token: session.access_token,
      access_expires_at: Math.floor(this.http.now() / 1_000) + session.expires_in,
    };
  }

  /** Notes that a link is under way, whose lost reply ends the session. */
  async mark(pending?: Session["pending"]): Promise<void> {
    for (;;) {
      const text = await this.vault.text("session");
      const session = parse<Session>(text);
      if (!session || session.pending === pending) return;
      if (await this.vault.swap("session", text, JSON.stringify({ ...session, pending }))) return;
    }
  }
}
