import type { Channel } from "./channel.js";
import { claimOf, invitationOf, nameOfLink } from "./claim.js";
import type { ShipmateError } from "./errors.js";
import { sleep, type Http, type Json } from "./http.js";
import type { Sessions } from "./sessions.js";
import type { Invitation, Opening } from "./types.js";
import { parse, type Vault } from "./vault.js";

const START_MILLISECONDS_MAX = 2_000;

/** An opening as it is stored: the key claims the same click again, where the reply was lost. */
type Kept = Opening & { readonly key?: string };

/**
 * Links that opened the app. Each is stored before the first call: a new player claims it with the sign-up, and one who
 * exists opens it, also after a kill.
 */
export class Openings {
  /** What this process was started with: a start that is repeated opens nothing twice. */
  #started?: string;
  #running?: { readonly text: string; readonly opened: Promise<Invitation | undefined> };

  constructor(readonly sessions: Sessions, readonly http: Http, readonly vault: Vault, readonly invitations: Channel<Invitation>) {}

  /** Stores the link of a start, unless it was handled before: a page that is loaded again has the same URL. */
  async begin(opening: Opening, isPage: boolean): Promise<void> {
    const name = isPage ? opening.link?.match(INVITE)?.join("") : nameOfLink(opening);
    if (!name || name === this.#started) return;
    const opened = isPage && await this.vault.json<string>("opened");
    if (opened !== name) await this.keep(opening);
    if (isPage) await this.vault.put("opened", name);
    this.#started = name;
  }

  /** Stores an opening, and returns what is stored. A newer one takes the place of one that waits. */
  async keep({ link, click, referrer, clipboard, platform }: Opening): Promise<string> {
    const known = await this.vault.text("opening");
    if (known && nameOfLink(parse<Kept>(known) ?? {}) === (link ?? click)) return known;
    const kept: Kept = { link, click, referrer, clipboard, platform, key: this.sessions.secret(32) };
    await this.vault.put("opening", kept);
    return JSON.stringify(kept);
  }

  /** The receipt of a new player's claim, which uses the install's secret as its key. */
  async receipt(opening: Opening): Promise<string | undefined> {
    // Earlier versions stored a link in the place of the receipt.
    const known = await this.vault.json<string | Kept>("claim");
    if (typeof known === "string") return known;
    const text = await this.vault.text("opening");
    const given = Object.fromEntries(Object.entries(opening).filter(([, value]) => value !== undefined));
    const claim = claimOf({ ...known, ...parse<Kept>(text), ...given });
    if (!claim) return undefined;
    try {
      const reply = await this.#claim(claim, await this.sessions.install());
      if (reply.match !== "none") await this.vault.put("invitation", invitationOf(reply));
      if (reply.receipt) await this.vault.put("claim", reply.receipt);
      await this.vault.swap("opening", text, undefined);
      return reply.receipt ?? undefined;
    } catch (error) {
      if (isKept(error)) throw error;
      await this.vault.swap("opening", text, undefined);
      return undefined;
    }
  }

  #claim(body: Json, key: string): Promise<Json> {
    return this.http.send({ method: "POST", path: "/v1/links/claim", body, key });
  }

  /** Once: the sequence replays it as long as the handle lives. */
  async deliver(): Promise<Invitation | undefined> {
    const invitation = await this.vault.json<Invitation>("invitation");
    if (invitation) {
      this.invitations.send(invitation);
      await this.vault.delete("invitation");
    }
    return invitation;
  }

  /** Opens what is stored, for a player who exists. */
  async open(text?: string): Promise<Invitation | undefined> {
    text ??= await this.vault.text("opening");
    if (text === undefined) return undefined;
    if (this.#running?.text !== text) this.#running = { text, opened: this.#open(text) };
    return this.#running.opened;
  }

  /** A start doesn't wait long: the sequence has a later invitation. */
  async openSoon(text: string): Promise<Invitation | undefined> {
    const end = new AbortController();
    const limit = sleep(START_MILLISECONDS_MAX, end.signal).then(() => undefined);
    try {
      return await Promise.race([this.open(text), limit]).catch(() => undefined);
    } finally {
      end.abort();
    }
  }

  async #open(text: string): Promise<Invitation | undefined> {
    const { key = this.sessions.secret(32), link, click, platform } = parse<Kept>(text) ?? {};
    const claim = claimOf({ link, click, platform });
    try {
      const reply = claim ? await this.#claim(claim, key) : { match: "none" };
      if (reply.match === "none") return void await this.#forget(text);
      if (reply.invitation?.referral_code) await this.#refer(reply);
      const invitation = invitationOf(reply);
      if (await this.#forget(text)) this.invitations.send(invitation);
      return invitation;
    } catch (error) {
      if (!isKept(error)) await this.#forget(text);
      throw error;
    } finally {
      if (this.#running?.text === text) this.#running = undefined;
    }
  }

  /** False where another tab, or the work in the background, has opened it meanwhile. */
  async #forget(text: string): Promise<boolean> {
    if (await this.vault.swap("opening", text, undefined)) return true;
    return await this.vault.text("opening") !== undefined;
  }

  /** A player who has a referrer keeps it. The receipt of the claim says where the referral came from. */
  async #refer({ receipt, invitation }: Json): Promise<void> {
    if ((await this.sessions.stored())?.kind !== "anonymous") return;
    const body = receipt ? { claim: receipt } : { referred_by: invitation.referral_code };
    try {
      await this.sessions.call({ method: "PUT", path: "/v1/users/me/referrer", body });
    } catch (error) {
      if (![409, 422].includes((error as ShipmateError).status!)) throw error;
    }
  }
}

/** What a page's URL has of an invite. The rest may change while the page is shown. */
export const INVITE = /[?&](link_click_id|invitedby)=[^&#]+/g;

/** Whether another try may open it: without a network, a session or a store. */
const isKept = (error: unknown): boolean => {
  const { isTemporary, status } = error as ShipmateError;
  return isTemporary || !status;
};
