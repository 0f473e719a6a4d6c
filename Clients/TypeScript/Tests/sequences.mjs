// What an app does, by bare awaits as in the quick starts: for Node, and for a page in Chromium. `make` makes a handle on the
// same storage, and `call` calls the server as others do.

const PASSWORD = "a parrot named Sam";

const expect = (isTrue, what) => {
  if (!isTrue) throw new Error(what);
};

const pause = (milliseconds) => new Promise((resolve) => setTimeout(resolve, milliseconds));

async function until(question, what, seconds = 20) {
  for (const end = Date.now() + seconds * 1_000; !await question(); await pause(20)) expect(Date.now() < end, `not within ${seconds} s: ${what}`);
}

/** Follows the balances as a label does. */
function label(shipmate) {
  const seen = [];
  const shown = { seen, isOver: false, get last() { return seen[seen.length - 1]; }, get money() { return shown.last?.balances.pieces_of_eight ?? 0; } };
  (async () => {
    for await (const found of shipmate.balances) seen.push(found);
    shown.isOver = true;
  })();
  return shown;
}

const pay = ({ call, adminKey }, uid, amount) =>
  call("POST", `/v1/admin/users/${uid}/adjustments`, { id: crypto.randomUUID(), currency: "pieces_of_eight", amount, reason: "a test" }, adminKey);

async function account({ call }, email) {
  const { user, session } = await call("POST", "/v1/users", {});
  await call("PUT", "/v1/users/me/credential", { email, password: PASSWORD }, session.access_token);
  return user.uid;
}

async function invite({ call }) {
  const anne = await call("POST", "/v1/users", {});
  const { link } = await call("POST", "/v1/invites", {}, anne.session.access_token);
  return { anne: anne.user.uid, link: link.short_link };
}

export const sequences = {
  async "record, record"({ make }) {
    const shipmate = make();
    await shipmate.start();
    await shipmate.record({ type: "level_reached", level: 4 });
    await shipmate.record({ type: "level_reached", level: 5 });
    await shipmate.flush();
    await shipmate.record({ type: "level_reached", level: 6 });
    await shipmate.record({ type: "level_reached", level: 7 });
    const { left } = await shipmate.flush();
    const { level } = await shipmate.me();
    expect(left === 0 && level === 7, `level ${level}, ${left} left`);
  },

  async "start, link, record, sign out, sign in, record"({ make }) {
    const shipmate = make();
    const { uid } = await shipmate.start();
    await shipmate.link("cal@example.com", PASSWORD);
    await shipmate.record({ type: "level_reached", level: 2 });
    await shipmate.signOut();
    const player = await shipmate.signIn("cal@example.com", PASSWORD);
    await shipmate.record({ type: "level_reached", level: 3 });
    await shipmate.flush();
    const { level } = await shipmate.me();
    expect(player.uid === uid && level === 3, `${player.uid}, ${uid}, level ${level}`);
  },

  async "the label follows the player over link, sign out and sign in"({ make, ...server }) {
    const shipmate = make();
    const shown = label(shipmate);
    const { uid } = await shipmate.start();
    await pay(server, uid, 50);
    await until(() => shown.money === 50, "the first 50");
    await shipmate.link("ben@example.com", PASSWORD);
    await pay(server, uid, 50);
    await until(() => shown.money === 100, `100 after link: ${JSON.stringify(shown)}`);
    await shipmate.signOut();
    await until(() => shown.last.uid === undefined, "no player after the sign-out");
    expect(shown.money === 0, `${shown.money} after the sign-out`);
    await shipmate.signIn("ben@example.com", PASSWORD);
    await until(() => shown.money === 100 && shown.last.source === "live", "100 after the sign-in");
    await pay(server, uid, 1);
    await until(() => shown.money === 101, "101 after the sign-in");
    expect(!shown.isOver && shown.seen.every((one) => one.uid === uid || !one.uid), JSON.stringify(shown));
  },

  async "the label never shows the former player's money"({ make, ...server }) {
    const dora = await account(server, "dora@example.com");
    await pay(server, dora, 7);
    const shipmate = make();
    const { uid } = await shipmate.start();
    await pay(server, uid, 50);
    const shown = label(shipmate);
    await until(() => shown.money === 50, "50");
    await shipmate.signIn("dora@example.com", PASSWORD);
    await pause(0);
    expect(shown.last.uid === dora && shown.money !== 50, `${JSON.stringify(shown.last)} after the sign-in`);
    await pay(server, uid, 50);
    await until(() => shown.money === 7, "7");
    await pay(server, dora, 1);
    await until(() => shown.money === 8, "8");
    const mixed = shown.seen.filter((one) => (one.balances.pieces_of_eight ?? 0) >= 50 && one.uid !== uid);
    expect(mixed.length === 0, JSON.stringify(mixed));
    shipmate.close();
    const again = label(make({ transport: () => Promise.reject(new TypeError("offline")) }));
    await until(() => again.last, "the cache");
    expect(again.last.uid === dora && again.money === 8 && again.last.source === "cached", JSON.stringify(again.last));
  },

  async "two labels share one stream, and wait for the start"({ make, ...server }) {
    let streams = 0;
    const shipmate = make({ transport: (url, init) => {
      streams += url.endsWith("/stream");
      return fetch(url, init);
    } });
    const shown = Array.from({ length: 7 }, () => label(shipmate));
    await pause(50);
    const { uid } = await shipmate.start();
    await pay(server, uid, 3);
    for (const one of shown) await until(() => one.money === 3, "3");
    expect(streams === 1, `${streams} streams`);
  },

  async "a call waits for the start that is under way"({ make }) {
    const shipmate = make();
    const starting = shipmate.start();
    const { level } = await shipmate.me();
    const { uid } = await starting;
    expect(level !== undefined && uid, "no player");
  },

  async "a returning player opens the link of the start, once"({ make, ...server }) {
    const { anne, link } = await invite(server);
    const first = make();
    const { uid } = await first.start();
    first.close();
    const shipmate = make();
    const invitations = [];
    (async () => { for await (const one of shipmate.invitations) invitations.push(one); })();
    const player = await shipmate.start({ link });
    await shipmate.start({ link });
    const { referred_by } = await shipmate.me();
    expect(player.uid === uid && referred_by === anne, `${player.uid} is referred by ${referred_by}`);
    expect(invitations.length === 1, `${invitations.length} invitations`);
  },

  async "a returning player's link without a network is opened later, by another process too"({ make, ...server }) {
    const { anne, link } = await invite(server);
    const first = make();
    await first.start();
    first.close();
    const without = make({ transport: () => Promise.reject(new TypeError("offline")) });
    const player = await without.start({ link });
    expect(player.state === "cached" && !player.invitation, JSON.stringify(player));
    without.close();
    const shipmate = make();
    await shipmate.start();
    await until(async () => (await shipmate.me()).referred_by === anne, "the referrer");
  },
};
