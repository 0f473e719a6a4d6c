// A helper for node:test: a Shipmate app of its own for each test.
//
//     import {withShipmate} from "./shipmate.mjs";
//     test("sign up", withShipmate(async (app) => {
//       const {user} = await app.call("POST", "/v1/users", {});
//     }));
//
// The program is `shipmate` in the path, or the one that SHIPMATE_BINARY names. SHIPMATE_TEST_SERVER names the URL of a
// server that runs already, and SHIPMATE_TEST_TOKEN its token.

import {spawn} from "node:child_process";
import {createInterface} from "node:readline";

/** A reply with a status of 400 or more. */
export class Refusal extends Error {
  constructor(status, problem) {
    super(`${status}: ${JSON.stringify(problem)}`);
    this.status = status;
    this.problem = problem;
  }
}

async function send(base, method, path, body, token) {
  const headers = {};
  if (body !== undefined) headers["Content-Type"] = "application/json";
  if (token) headers.Authorization = `Bearer ${token}`;
  const reply = await fetch(base.replace(/\/$/, "") + path, {
    method, headers, body: body === undefined ? undefined : JSON.stringify(body),
  });
  const text = await reply.text();
  const json = text ? JSON.parse(text) : null;
  if (reply.status >= 400) throw new Refusal(reply.status, json);
  return json;
}

/** One app, with its own database, clock, mails and webhooks. */
export class App {
  #token;

  constructor(made, token) {
    this.url = made.url;
    this.adminKey = made.admin_key;
    this.serverKey = made.server_key;
    this.webhookURL = `${made.url}test/webhooks`;
    this.#token = token;
  }

  /** A cut connection is a TypeError, as fetch has it. */
  call(method, path, body, token) {
    return send(this.url, method, path, body, token);
  }

  #test(method, path, body) {
    return send(this.url, method, path, body, this.#token);
  }

  /** Moves the clock, such as by "49h". Returns what was done meanwhile. */
  advance(span) {
    return this.#test("POST", "/test/clock", {advance: span});
  }

  setClock(at, frozen = false) {
    return this.#test("POST", "/test/clock", {at, frozen});
  }

  freeze() {
    return this.#test("POST", "/test/clock", {frozen: true});
  }

  /** Signs players up, such as {name: "anne"}. Returns them by name, with uid and tokens. */
  async seed(players = [], programme = undefined) {
    const made = await this.#test("POST", "/test/seed", programme ? {players, programme} : {players});
    return Object.fromEntries(made.players.map((player) => [player.name, player]));
  }

  mails(query = {}) {
    return this.#list("mails", query);
  }

  webhooks(query = {}) {
    return this.#list("webhooks", query);
  }

  calls() {
    return this.#list("calls", {});
  }

  async #list(name, query) {
    const text = new URLSearchParams(query).toString();
    return (await this.#test("GET", `/test/${name}${text ? `?${text}` : ""}`))[name];
  }

  /** Has the next calls that match fail: {do: "lose_reply"}, {do: "cut"}, {status: 503} or {delay: "2s"}. */
  fault(match, kind, times = 1) {
    return this.#test("POST", "/test/faults", {match, times, ...kind});
  }

  reset() {
    return this.#test("POST", "/test/reset");
  }

  delete() {
    return this.#test("DELETE", "/test");
  }
}

let running;

/** The server of this process. It ends with its standard input, however the tests end. */
function server() {
  if (process.env.SHIPMATE_TEST_SERVER) return process.env.SHIPMATE_TEST_SERVER;
  running ??= new Promise((resolve, reject) => {
    const child = spawn(process.env.SHIPMATE_BINARY ?? "shipmate", ["test-server"], {
      stdio: ["pipe", "pipe", "inherit"],
    });
    child.once("error", reject);
    child.once("exit", (code) => reject(new Error(`shipmate test-server ended with ${code}`)));
    createInterface({input: child.stdout}).once("line", (line) => {
      resolve(JSON.parse(line).url);
      // From now on it keeps no process alive.
      for (const handle of [child, child.stdin, child.stdout]) handle.unref();
    });
  });
  return running;
}

/** A test's function, with a new app. */
export function withShipmate(body) {
  return async (context) => {
    const token = process.env.SHIPMATE_TEST_TOKEN;
    const app = new App(await send(await server(), "POST", "/test/apps", undefined, token), token);
    try {
      await body(app, context);
    } finally {
      await app.delete();
    }
  };
}
