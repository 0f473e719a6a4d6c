// For tests in a browser with a page of another machine's origin: a test server refuses its calls.
//
//     test("a page signs up", withShipmate((app) => withPages(app, async (url) => {
//       await page.goto(`http://localhost:5173/?api=${url}`);
//     })));

import { createServer } from "node:http";

/** Calls `work` with a URL at which scripts of any page may call the app, also where SHIPMATE_CORS_ORIGINS of the server does not name them. */
export async function withPages(app, work) {
  const proxy = createServer(async (request, reply) => {
    const fields = { "Access-Control-Allow-Origin": "*", "Access-Control-Allow-Methods": "*", "Access-Control-Expose-Headers": "Date, Retry-After" };
    fields["Access-Control-Allow-Headers"] = request.headers["access-control-request-headers"] ?? "*";
    if (request.method === "OPTIONS") return reply.writeHead(204, fields).end();
    const { host, origin, connection, "content-length": _, ...headers } = request.headers;
    const gone = new AbortController();
    reply.on("close", () => gone.abort());
    try {
      const body = Buffer.concat(await request.toArray());
      const options = { method: request.method, headers, body: body.length ? body : undefined, signal: gone.signal };
      const answer = await fetch(app.url.replace(/\/$/, "") + request.url, options);
      for (const name of ["Content-Type", "Date", "Retry-After"]) {
        if (answer.headers.has(name)) fields[name] = answer.headers.get(name);
      }
      reply.writeHead(answer.status, fields);
      for await (const part of answer.body ?? []) reply.write(part);
      reply.end();
    } catch {
      // The server or the page has hung up.
      reply.destroy();
    }
  });
  await new Promise((resolve) => proxy.listen(0, "127.0.0.1", resolve));
  try {
    await work(`http://127.0.0.1:${proxy.address().port}`);
  } finally {
    proxy.closeAllConnections();
    await new Promise((resolve) => proxy.close(resolve));
  }
}
