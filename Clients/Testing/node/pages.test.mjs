// What a page sees through the helper for browsers.
import assert from "node:assert/strict";
import {createServer} from "node:http";
import {test} from "node:test";
import {withPages} from "./pages.mjs";
import {withShipmate} from "./shipmate.mjs";

const signUp = (url, options) =>
  fetch(`${url}/v1/users`, {method: "POST", headers: {"Content-Type": "application/json"}, body: "{}", ...options});

test("a cut call and a lost reply are a page's errors, and the next call is carried out", withShipmate((app) => withPages(app, async (url) => {
  for (const kind of ["cut", "lose_reply"]) {
    await app.fault("POST /v1/users", {do: kind});
    await assert.rejects(signUp(url), TypeError);
  }
  assert.equal((await signUp(url)).status, 201);
})));

/** A server whose calls a test answers itself. */
async function withAnswers(answer, work) {
  const server = createServer(answer);
  await new Promise((resolve) => server.listen(0, "127.0.0.1", resolve));
  try {
    await work({url: `http://127.0.0.1:${server.address().port}/`});
  } finally {
    server.closeAllConnections();
    await new Promise((resolve) => server.close(resolve));
  }
}

test("a page that leaves before the reply ends its call at the server", async () => {
  const page = new AbortController();
  let ended;
  const isEnded = new Promise((resolve) => (ended = resolve));
  const answer = (_, reply) => {
    reply.on("close", ended);
    page.abort();
  };
  await withAnswers(answer, (app) => withPages(app, async (url) => {
    await assert.rejects(signUp(url, {signal: page.signal}), {name: "AbortError"});
    await isEnded;
  }));
});

test("a page sees when the server replied, and when to call again", async () => {
  const fields = {"Content-Type": "application/problem+json", Date: "Sun, 01 Mar 2026 00:00:00 GMT", "Retry-After": "7"};
  await withAnswers((_, reply) => reply.writeHead(503, fields).end("{}"), (app) => withPages(app, async (url) => {
    const reply = await signUp(url);
    assert.equal(reply.status, 503);
    for (const [name, value] of Object.entries(fields)) assert.equal(reply.headers.get(name), value);
  }));
});
