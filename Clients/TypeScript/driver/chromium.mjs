// A headless Chromium with a profile in a folder, told what to do by the DevTools protocol through a pipe.

import { spawn } from "node:child_process";
import { existsSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { join } from "node:path";

const FLAGS = [
  "--headless=new", "--no-sandbox", "--disable-gpu", "--disable-dev-shm-usage", "--no-first-run", "--remote-debugging-pipe",
  "--disable-component-update", "--disable-background-networking", "--js-flags=--expose-gc",
  "--disable-features=LocalNetworkAccessChecks,BlockInsecurePrivateNetworkRequests,PrivateNetworkAccessRespectPreflightResults",
];

export class Chromium {
  #number = 0;
  #waiting = new Map();
  #listeners = new Set();

  constructor(folder) {
    endOlder(folder);
    this.process = spawn("chromium", [...FLAGS, `--user-data-dir=${folder}`], { stdio: ["ignore", "ignore", "ignore", "pipe", "pipe"] });
    writeFileSync(join(folder, "chromium.pid"), String(this.process.pid));
    let text = "";
    this.process.stdio[4].setEncoding("utf8").on("data", (data) => {
      const messages = (text + data).split("\0");
      text = messages.pop();
      messages.forEach((message) => this.#received(JSON.parse(message)));
    });
  }

  #received(message) {
    if (!message.id) return this.#listeners.forEach((listener) => listener(message));
    const { resolve, reject } = this.#waiting.get(message.id);
    this.#waiting.delete(message.id);
    message.error ? reject(new Error(message.error.message)) : resolve(message.result);
  }

  call(method, params = {}, sessionId = undefined) {
    const id = this.#number += 1;
    this.process.stdio[3].write(`${JSON.stringify({ id, method, params, sessionId })}\0`);
    return new Promise((resolve, reject) => this.#waiting.set(id, { resolve, reject }));
  }

  on(listener) {
    this.#listeners.add(listener);
  }

  /** Opens a page whose site is made of these files: path to [type, text]. No server is needed. */
  async page(url, files) {
    const { targetId } = await this.call("Target.createTarget", { url: "about:blank" });
    const { sessionId } = await this.call("Target.attachToTarget", { targetId, flatten: true });
    const page = new Page(this, sessionId, targetId);
    await page.call("Page.enable");
    await page.call("Runtime.enable");
    await page.call("Fetch.enable", { patterns: [{ urlPattern: `${new URL(url).origin}/*` }] });
    this.on((message) => message.sessionId === sessionId && page.received(message, files));
    const loaded = page.once("Page.loadEventFired");
    await page.call("Page.navigate", { url });
    await loaded;
    return page;
  }

  async close() {
    const ended = new Promise((resolve) => this.process.once("exit", resolve));
    await this.call("Browser.close").catch(() => {});
    await ended;
  }
}

class Page {
  #waiting = [];
  onReport = () => {};
  errors = [];

  constructor(browser, sessionId, targetId) {
    Object.assign(this, { browser, sessionId, targetId });
  }

  call(method, params) {
    return this.browser.call(method, params, this.sessionId);
  }

  received({ method, params }, files) {
    this.#waiting = this.#waiting.filter((one) => one.method !== method || one.resolve(params));
    if (method === "Runtime.bindingCalled") this.onReport(JSON.parse(params.payload));
    if (method === "Runtime.exceptionThrown") this.errors.push(params.exceptionDetails.exception?.description);
    if (method === "Fetch.requestPaused") this.#serve(params, files);
  }

  #serve({ requestId, request }, files) {
    const [type, text] = files[new URL(request.url).pathname] ?? [];
    const body = Buffer.from(text ?? "").toString("base64");
    const responseHeaders = [{ name: "Content-Type", value: type ?? "text/plain" }];
    this.call("Fetch.fulfillRequest", { requestId, responseCode: type ? 200 : 404, responseHeaders, body });
  }

  once(method) {
    return new Promise((resolve) => this.#waiting.push({ method, resolve }));
  }

  /** The value of an expression, which may be a promise. */
  async evaluate(expression) {
    const { result, exceptionDetails } = await this.call("Runtime.evaluate", { expression, awaitPromise: true, returnByValue: true });
    if (exceptionDetails) throw new Error(exceptionDetails.exception?.description ?? exceptionDetails.text);
    return result.value;
  }

  close() {
    return this.browser.call("Target.closeTarget", { targetId: this.targetId });
  }
}

/** The browser of a driver that was killed still holds the profile. */
function endOlder(folder) {
  const file = join(folder, "chromium.pid");
  if (!existsSync(file)) return;
  try {
    process.kill(Number(readFileSync(file, "utf8")), "SIGKILL");
  } catch {
    // It has ended.
  }
  rmSync(join(folder, "SingletonLock"), { force: true });
}
