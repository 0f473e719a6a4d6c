// Plays the shared cases: `node --expose-gc driver.mjs HOST-URL FOLDER`, JSON lines in and out.

import { createInterface } from "node:readline";
import { Shipmate, fileStorage } from "../dist/node/index.js";

const [host, folder] = process.argv.slice(2);
const storage = fileStorage(folder);
let handle, offer, limits, offset = 0, isLocked = false;

const write = (line) => process.stdout.write(`${JSON.stringify(line)}\n`);

/** The library's file store, which can be locked as that of a phone that has just started. */
const secrets = {
  get: async (key) => isLocked ? { state: "not-readable-yet" } : storage.secrets.get(key),
  put: (key, value) => storage.secrets.put(key, value),
  delete: (key) => storage.secrets.delete(key),
  compareAndPut: (key, expected, value) => storage.secrets.compareAndPut(key, expected, value),
};

function shipmate() {
  if (handle) return handle;
  const log = (line) => write({ event: "log", line });
  handle = new Shipmate({ host, storage: { ...storage, secrets }, limits, log, now: () => Date.now() + offset });
  follow(handle.updates, ({ state, uid }) => write({ event: "state", value: state, uid }));
  follow(handle.rejected, (rejection) => write({ event: "rejected", ...rejection }));
  follow(handle.invitations, (invitation) => write({ event: "invitation", value: wire(invitation) }));
  return handle;
}

async function follow(sequence, write) {
  for await (const value of sequence) write(value);
}

const wire = ({ match, referralCode, inviter, link }) => ({
  match, referral_code: referralCode, link,
  inviter: inviter && { full_name: inviter.fullName, short_name: inviter.shortName },
});

const player = ({ uid, kind }) => ({ uid, kind });

const ops = {
  async start({ click, link, clipboard, referrer }) {
    const { uid, state, invitation } = await shipmate().start({ click, link, clipboard, referrer });
    return { uid, state, ...(invitation && { invitation: wire(invitation) }) };
  },
  async record({ id, op, ...event }) {
    return { id: await shipmate().record(event) };
  },
  flush: () => shipmate().flush(),
  async state() {
    const { events, bytes } = await shipmate().journal();
    return { ...shipmate().state, journal: { events, bytes } };
  },
  invite: ({ channel }) => shipmate().invite(channel),
  async open({ url }) {
    const invitation = await shipmate().open(url);
    return invitation ? wire(invitation) : {};
  },
  link: async ({ email, password }) => player(await shipmate().link(email, password)),
  sign_in: async ({ email, password }) => player(await shipmate().signIn(email, password)),
  accept_merge: async ({ password }) => player(await offer.accept(password)),
  async balances({ until }) {
    for await (const found of shipmate().balances) {
      if (!until || found.source === "live" && Object.entries(until).every(([name, amount]) => found.balances[name] === amount)) return found;
    }
    throw new Error("the balances ended");
  },
  diagnose: async () => ({ lines: await shipmate().diagnose() }),
  sign_out: async () => (await shipmate().signOut(), {}),
  delete_user: async ({ password }) => (await shipmate().deleteUser(password), {}),
  me: () => shipmate().me(),
  async release() {
    const weak = new WeakRef(shipmate());
    handle = undefined;
    for (let tries = 0; tries < 50 && weak.deref(); tries += 1) {
      await new Promise((resolve) => setTimeout(resolve, 10));
      globalThis.gc();
    }
    return { freed: weak.deref() === undefined };
  },
  set_clock: async ({ offset_seconds }) => (offset = offset_seconds * 1_000, {}),
  lock_store: async () => (isLocked = true, {}),
  unlock_store: async () => (isLocked = false, {}),
  limits: async ({ events = 10_000, bytes = 4_194_304 }) => (limits = { events, bytes }, {}),
};

async function answer(request) {
  try {
    write({ id: request.id, ok: await ops[request.op](request) });
  } catch (error) {
    offer = error.offer ?? offer;
    write({ id: request.id, error: { type: error.type ?? "unexpected", status: error.status, message: error.message } });
  }
}

createInterface({ input: process.stdin }).on("line", (line) => answer(JSON.parse(line))).on("close", () => process.exit(0));
