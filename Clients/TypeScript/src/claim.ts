import type { Json } from "./http.js";
import type { Invitation, Opening } from "./types.js";

/** Undefined if there is nothing to claim with. */
export const claimOf = ({ link, click, referrer, clipboard, platform = ownPlatform(), device }: Opening): Json | undefined =>
  link || click || referrer || clipboard !== undefined || device
    ? { link, link_click_id: click, install_referrer: referrer, clipboard, device: { platform, ...device } }
    : undefined;

/** What says which link it was. A player who exists claims by nothing else. */
export const nameOfLink = ({ link, click }: Opening): string | undefined => link ?? click;

const ownPlatform = (): Opening["platform"] => {
  const agent = globalThis.navigator?.userAgent ?? "";
  return /Android/.test(agent) ? "android" : /iPhone|iPad/.test(agent) ? "ios" : "desktop";
};

export const invitationOf = ({ match, link, invitation }: Json): Invitation => {
  const inviter = invitation?.inviter;
  return {
    match, referralCode: invitation?.referral_code ?? null, link: link?.link ?? null, data: link?.data ?? null,
    inviter: inviter
      ? { fullName: inviter.full_name ?? null, shortName: inviter.short_name ?? null, imageURL: inviter.image_url ?? null }
      : null,
  };
};
