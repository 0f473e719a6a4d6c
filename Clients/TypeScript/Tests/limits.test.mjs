import assert from "node:assert/strict";
import { test } from "node:test";
import { Shipmate, fileStorage } from "../dist/node/index.js";
import { withFolder, withShipmate } from "./support.mjs";

for (const told of [null, 0]) {
  test(`a flush sends all where the server's limits are ${told}`, withShipmate((app) => withFolder(async (folder) => {
    const limits = { batch_events: told, batch_body_bytes: told };
    const asked = [];
    const transport = async (url, init) => {
      if (!url.endsWith("/v1/app")) return fetch(url, init);
      asked.push(url);
      return new Response(JSON.stringify({ limits }));
    };
    const shipmate = new Shipmate({ host: app.url, storage: fileStorage(folder), transport });
    try {
      await Promise.all(Array.from({ length: 250 }, () => shipmate.record({ type: "counter_incremented", counter: "coins", by: 1 })));
      await shipmate.start();
      assert.equal((await shipmate.flush()).left, 0);
      assert.equal(asked.length, 1);
    } finally {
      shipmate.close();
    }
  })));
}
