// A stranger's test: it knows the API and the helper, and nothing of the server.
import assert from "node:assert/strict";
import {randomUUID} from "node:crypto";
import {test} from "node:test";
import {Refusal, withShipmate} from "./shipmate.mjs";

const rule = {
  name: "tutorial", description: "Finished the tutorial", state: "active",
  when: [{milestone: "tutorial_completed"}, {referred: true}],
  pay: [{to: "referrer", currency: "pieces_of_eight", amount: 100}],
  hold: {hours: 48}, limits: {budget: 1_000_000},
};

test("a referral is paid after its hold, and a lost reply costs no account", withShipmate(async (app) => {
  await app.call("POST", "/v1/admin/rules", rule, app.adminKey);
  const anne = await app.call("POST", "/v1/users", {});
  const ben = await app.call("POST", "/v1/users", {referred_by: anne.user.referral_code});
  const event = {id: randomUUID(), type: "milestone_reached", milestone: "tutorial_completed"};
  await app.call("POST", "/v1/events", event, ben.session.access_token);
  assert.equal((await app.advance("49h")).released, 1);
  const body = {refresh_token: anne.session.refresh_token};
  await app.fault("POST /v1/sessions/refresh", {do: "lose_reply"});
  await assert.rejects(app.call("POST", "/v1/sessions/refresh", body), TypeError);
  const {session} = await app.call("POST", "/v1/sessions/refresh", body);
  const {balances} = await app.call("GET", "/v1/users/me/balances", undefined, session.access_token);
  assert.equal(balances.pieces_of_eight, 100);
}));

test("the clock moves forward only", withShipmate(async (app) => {
  await app.freeze();
  await assert.rejects(app.setClock("2020-01-01T00:00:00Z"), Refusal);
}));

test("players have the same uid in each run", withShipmate(async (app) => {
  const {anne} = await app.seed([{name: "anne"}]);
  await app.reset();
  assert.equal((await app.seed([{name: "anne"}])).anne.uid, anne.uid);
}));
