import assert from "node:assert/strict";
import { readFileSync } from "node:fs";
import { join } from "node:path";
import { test } from "node:test";
import { Chromium } from "../driver/chromium.mjs";
import { withPages } from "../../Testing/node/pages.mjs";
import { bundle, here, until, withFolder, withShipmate } from "./support.mjs";

const text = (id) => `document.getElementById(${JSON.stringify(id)}).textContent`;
const click = (id) => `document.getElementById(${JSON.stringify(id)}).click()`;

const files = { "/shipmate.js": ["text/javascript", bundle("--minify")] };
files["/"] = files["/join"] = ["text/html", readFileSync(join(here, "../Examples/game.html"), "utf8")];

/** A player with a browser of its own. The pages are the game's site, where invites lead. */
async function withPlayer(work) {
  await withFolder(async (folder) => {
    const browser = new Chromium(folder);
    try {
      await work((path) => browser.page(`https://example.com${path}`, files));
    } finally {
      await browser.close();
    }
  });
}

async function play(app, api, openAnne, openBen) {
  const anne = await openAnne(`/?api=${api}`);
  await until(async () => await anne.evaluate(text("welcome")) === "Welcome aboard!");
  await anne.evaluate(click("invite"));
  const invite = await until(() => anne.evaluate("document.getElementById('link').value"));
  const { link } = await app.call("GET", `/v1/links/${invite.split("/").pop()}`, undefined, app.adminKey);
  const payload = new URL(new URL(link.long_link).searchParams.get("link"));

  const ben = await openBen(`${payload.pathname}${payload.search}&api=${api}`);
  await until(async () => /aboard/.test(await ben.evaluate(text("welcome"))));
  for (let level = 1; level <= 5; level += 1) await ben.evaluate(click("sail"));
  assert.equal(await ben.evaluate(text("level")), "5");
  await until(async () => await anne.evaluate(text("money")) === "50");

  await ben.evaluate(`(() => { const form = document.getElementById("account");
    form.email.value = "ben@example.com"; form.password.value = "a parrot named Sam"; form.requestSubmit() })()`);
  await until(async () => await ben.evaluate(text("message")) === "Your ship is safe.");
  await until(async () => await ben.evaluate(text("money")) === "50");
  assert.deepEqual([...anne.errors, ...ben.errors], []);
  await anne.close();
  const again = await openAnne(`/?api=${api}`);
  await until(async () => await again.evaluate(text("money")) === "50");
  const { users } = await app.call("GET", "/v1/admin/stats", undefined, app.adminKey);
  assert.deepEqual([users.total, users.signed_up], [2, 1]);
}

test("two players play the game in a browser: invite, levels, money, an account, a second visit", { timeout: 120_000 },
  withShipmate((app) => withPages(app, (api) => withPlayer((anne) => withPlayer((ben) => play(app, api, anne, ben))))));
