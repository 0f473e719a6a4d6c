import assert from "node:assert/strict";
import { execFileSync } from "node:child_process";
import { writeFileSync } from "node:fs";
import { join } from "node:path";
import { test } from "node:test";
import { Chromium } from "../driver/chromium.mjs";
import { Shipmate, fileStorage } from "../dist/node/index.js";
import { withPages } from "../../Testing/node/pages.mjs";
import { sequences } from "./sequences.mjs";
import { here, withFolder, withShipmate } from "./support.mjs";

/** Handles that end with the test. */
async function withHandles(app, folder, work) {
  const made = [];
  const make = (options) => {
    made.push(new Shipmate({ host: app.url, storage: fileStorage(folder), ...options }));
    return made[made.length - 1];
  };
  try {
    await work({ make, adminKey: app.adminKey, call: (...rest) => app.call(...rest) });
  } finally {
    made.forEach((one) => one.close());
  }
}

for (const [name, play] of Object.entries(sequences)) {
  test(`in Node: ${name}`, { timeout: 60_000 }, withShipmate((app) => withFolder((folder) => withHandles(app, folder, play))));
}

/** The sequences in a page, with IndexedDB. */
const script = () => {
  const source = `
    import { Shipmate, indexedDBStorage } from ${JSON.stringify(join(here, "../dist/index.js"))};
    import { sequences } from ${JSON.stringify(join(here, "sequences.mjs"))};
    globalThis.play = async (host, adminKey, name) => {
      const call = async (method, path, body, token) => {
        const headers = { "Content-Type": "application/json", ...(token && { Authorization: "Bearer " + token }) };
        const reply = await fetch(host + path, { method, headers, body: body && JSON.stringify(body) });
        if (!reply.ok) throw new Error(await reply.text());
        return reply.json();
      };
      await sequences[name]({ make: (options) => new Shipmate({ host, storage: indexedDBStorage(), ...options }), call, adminKey });
    };`;
  const file = join(here, "../build/sequences-page.mjs");
  writeFileSync(file, source);
  return execFileSync("esbuild", [file, "--bundle", "--format=esm", "--log-level=error"], { encoding: "utf8" });
};

const withPage = (url, files, work) => withFolder(async (folder) => {
  const browser = new Chromium(folder);
  try {
    await work(await browser.page(url, files), browser);
  } finally {
    await browser.close();
  }
});

for (const name of Object.keys(sequences)) {
  test(`in Chromium: ${name}`, { timeout: 60_000 }, withShipmate((app) => withPages(app, (api) => {
    const files = { "/": ["text/html", "<script type=module src=/page.js></script>"], "/page.js": ["text/javascript", script()] };
    return withPage("http://localhost:9/", files, (page) => page.evaluate(`play(${JSON.stringify(api)}, ${JSON.stringify(app.adminKey)}, ${JSON.stringify(name)})`));
  })));
}

/** A game's page, which starts as the quick start does: with the page's own URL. */
const game = `<script type=module>
  import { Shipmate } from "./shipmate.js";
  const shipmate = new Shipmate({ host: new URLSearchParams(location.search).get("api") });
  globalThis.invitations = [];
  (async () => { for await (const one of shipmate.invitations) invitations.push(one); })();
  const player = await shipmate.start();
  globalThis.answer = { uid: player.uid, ...await shipmate.me() };
</script>`;

const visit = async (browser, url, files) => {
  const page = await browser.page(url, files);
  const ready = `(async () => { while (!globalThis.answer) await new Promise((go) => setTimeout(go, 20)); return { ...answer, invitations }; })()`;
  const found = await page.evaluate(ready);
  assert.deepEqual(page.errors, []);
  await page.close();
  return found;
};

test("in Chromium: start opens the page's URL for a returning player, and once for a page that is loaded again", { timeout: 60_000 },
  withShipmate((app) => withPages(app, async (api) => {
    const anne = await app.call("POST", "/v1/users", {});
    const { referral_code: code, uid } = anne.user;
    const library = execFileSync("esbuild", [join(here, "../dist/index.js"), "--bundle", "--format=esm"], { encoding: "utf8" });
    const files = { "/": ["text/html", game], "/join": ["text/html", game], "/shipmate.js": ["text/javascript", library] };
    await withPage(`https://example.com/?api=${api}`, files, async (page, browser) => {
      await page.close();
      const first = await visit(browser, `https://example.com/?api=${api}`, files);
      assert.equal(first.referred_by, null);
      const invited = `https://example.com/join?invitedby=${code}&api=${api}`;
      const second = await visit(browser, invited, files);
      assert.deepEqual([second.uid, second.referred_by, second.invitations.length], [first.uid, uid, 1]);
      const third = await visit(browser, invited, files);
      assert.deepEqual([third.referred_by, third.invitations.length], [uid, 0]);
    });
  })));
