import assert from "node:assert/strict";
import { readFileSync } from "node:fs";
import { createServer } from "node:http";
import { join } from "node:path";
import { test } from "node:test";
import { Chromium } from "../driver/chromium.mjs";
import { bundle, here, until, withFolder, withShipmate } from "./support.mjs";

/** Lets the pages of the game call the app, as SHIPMATE_CORS_ORIGINS does on a real server. */
async function withOrigin(app, work) {
  const proxy = createServer(async (request, reply) => {
    const fields = { "Access-Control-Allow-Origin": "*", "Access-Control-Allow-Methods": "*", "Access-Control-Expose-Headers": "Date, Retry-After" };
    fields["Access-Control-Allow-Headers"] = request.headers["access-control-request-headers"] ?? "*";
    if (request.method === "OPTIONS") return reply.writeHead(204, fields).end();
    const body = Buffer.concat(await request.toArray());
    const { host, origin, connection, "content-length": _, ...headers } = request.headers;
    const gone = new AbortController();
    reply.on("close", () => gone.abort());
    const options = { method: request.method, headers, body: body.length ? body : undefined, signal: gone.signal };
    const answer = await fetch(app.url.replace(/\/$/, "") + request.url, options);
    reply.writeHead(answer.status, { ...fields, "Content-Type": answer.headers.get("Content-Type") ?? "text/plain" });
    try {
      for await (const part of answer.body ?? []) reply.write(part);
    } catch {
      // The page has gone.
    }
    reply.end();
  });
  await new Promise((resolve) => proxy.listen(0, "127.0.0.1", resolve));
  try {
    await work(`http://127.0.0.1:${proxy.address().port}`);
  } finally {
    proxy.closeAllConnections();
    await new Promise((resolve) => proxy.close(resolve));
  }
}

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
  withShipmate((app) => withOrigin(app, (api) => withPlayer((anne) => withPlayer((ben) => play(app, api, anne, ben))))));
