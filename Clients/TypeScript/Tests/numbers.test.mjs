import assert from "node:assert/strict";
import { test } from "node:test";
import { parse, read } from "../dist/http.js";

const body = (amount) => `{"amount": ${amount}, "text": "say \\"9007199254740993\\"", "share": 0.12345678901234567, "much": 1e300}`;

test("whole numbers that a double holds are read", async () => {
  for (const amount of [0, -1, 9007199254740991, -9007199254740991]) {
    assert.equal((await read(new Response(body(amount)))).amount, amount);
  }
});

test("a whole number that a double would round is no number", async () => {
  for (const amount of ["9007199254740993", "9007199254740992", "-9223372036854775808", "9223372036854775807"]) {
    assert.throws(() => parse(`{"balances": {"gold": ${amount}}}`), { type: "inexact-number", isTemporary: false });
    await assert.rejects(read(new Response(body(amount))), { type: "inexact-number" });
  }
});
