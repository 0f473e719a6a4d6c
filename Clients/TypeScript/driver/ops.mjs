// The ops of the shared cases, for Node and for a browser's page.

/** `write` sends a line; `gc` collects garbage. The storage's secrets can be locked, as those of a phone that has just started. */
export function makeDriver({ Shipmate, host, storage, transport, write, gc }) {
  let handle, offer, limits, offset = 0, isLocked = false;

  const secrets = {
    get: async (key) => isLocked ? { state: "not-readable-yet" } : storage.secrets.get(key),
    put: (key, value) => storage.secrets.put(key, value),
    delete: (key) => storage.secrets.delete(key),
    compareAndPut: (key, expected, value) => storage.secrets.compareAndPut(key, expected, value),
  };

  function shipmate() {
    if (handle) return handle;
    const log = (line) => write({ event: "log", line });
    handle = new Shipmate({ host, storage: { ...storage, secrets }, transport, limits, log, now: () => Date.now() + offset });
    follow(handle.updates, ({ state, uid }) => write({ event: "state", value: state, uid }));
    follow(handle.rejected, (rejection) => write({ event: "rejected", ...rejection }));
    follow(handle.invitations, (invitation) => write({ event: "invitation", value: wire(invitation) }));
    return handle;
  }

  const ops = {
    async start({ click, link, clipboard, referrer }) {
      const { uid, state, invitation } = await shipmate().start({ click, link, clipboard, referrer });
      return { uid, state, ...(invitation && { invitation: wire(invitation) }) };
    },
    record: async ({ id, op, ...event }) => ({ id: await shipmate().record(event) }),
    /** By bare awaits, as an app has them: an async function around each call would hide what comes between. */
    async record_all({ all }) {
      const ids = [];
      for (const event of all) ids.push(await shipmate().record(event));
      return { ids };
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
      for await (const found of shipmate().balances) if (!until || isThere(found, until)) return found;
      throw new Error("the balances ended");
    },
    async watch_balances() {
      follow(shipmate().balances, (found) => write({ event: "balances", ...found }));
      return {};
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
        gc();
      }
      return { freed: weak.deref() === undefined };
    },
    set_clock: async ({ offset_seconds }) => (offset = offset_seconds * 1_000, {}),
    lock_store: async () => (isLocked = true, {}),
    unlock_store: async () => (isLocked = false, {}),
    limits: async ({ events = 10_000, bytes = 4_194_304 }) => (limits = { events, bytes }, {}),
  };

  return async function answer(request) {
    try {
      write({ id: request.id, ok: await ops[request.op](request) });
    } catch (error) {
      offer = error.offer ?? offer;
      write({ id: request.id, error: { type: error.type ?? "unexpected", status: error.status, message: error.message } });
    }
  };
}

async function follow(sequence, write) {
  for await (const value of sequence) write(value);
}

const isThere = ({ balances, source }, until) =>
  source === "live" && Object.entries(until).every(([name, amount]) => balances[name] === amount);

const wire = ({ match, referralCode, inviter, link }) => ({
  match, referral_code: referralCode, link,
  inviter: inviter && { full_name: inviter.fullName, short_name: inviter.shortName },
});

const player = ({ uid, kind }) => ({ uid, kind });
