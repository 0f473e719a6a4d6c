import assert from "node:assert/strict";
import { test } from "node:test";
import { Shipmate, fileStorage } from "../dist/node/index.js";
import { withFolder, withShipmate } from "./support.mjs";

/** The journal, which holds back the answer that nothing waits until `gate` opens. */
const held = (journal, gate) => ({
  append: (...rest) => journal.append(...rest),
  next: async (...rest) => {
    const found = await journal.next(...rest);
    if (found.length === 0) await gate.open;
    return found;
  },
  settle: (...rest) => journal.settle(...rest),
  figures: () => journal.figures(),
  alone: (work) => journal.alone(work),
  clear: () => journal.clear(),
});

test("a flush sends what was recorded before it, where an earlier flush has looked already", withShipmate((app) => withFolder(async (folder) => {
  const gate = {};
  const { secrets, journal } = fileStorage(folder);
  const shipmate = new Shipmate({ host: app.url, storage: { secrets, journal: held(journal, gate) } });
  try {
    await shipmate.start();
    await shipmate.flush();
    let open;
    gate.open = new Promise((resolve) => (open = resolve));
    const earlier = shipmate.flush();
    await new Promise((resolve) => setTimeout(resolve, 100));
    await shipmate.record({ type: "level_reached", level: 2 });
    const later = shipmate.flush();
    open();
    await Promise.all([earlier, later]);
    assert.equal((await shipmate.journal()).events, 0);
    assert.equal((await shipmate.me()).level, 2);
  } finally {
    shipmate.close();
  }
})));
