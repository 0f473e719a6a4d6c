import assert from "node:assert/strict";
import { execFileSync } from "node:child_process";
import { copyFileSync, mkdirSync, readFileSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { test } from "node:test";
import { gzipSync } from "node:zlib";
import { bundle, here, withFolder, withShipmate } from "./support.mjs";

const { version } = JSON.parse(readFileSync(join(here, "../package.json"), "utf8"));

test("the library for browsers has at most 12 KiB, minified and gzipped", () => {
  const size = gzipSync(bundle("--minify"), { level: 9 }).length;
  console.log(`# ${size} bytes`);
  assert.ok(size <= 12_288, `${size} bytes`);
});

test("the package file works in an app's folder", withShipmate((app) => withFolder(async (folder) => {
  const file = execFileSync(join(here, "../pack.sh"), [join(folder, "made")], { encoding: "utf8" }).trim();
  assert.equal(file, join(folder, "made", `shipmate-client-${version}.tgz`));
  const modules = join(folder, "node_modules/shipmate-client");
  mkdirSync(modules, { recursive: true });
  execFileSync("tar", ["-xzf", file, "-C", modules, "--strip-components=1"]);
  writeFileSync(join(folder, "app.mjs"), `
    import { Shipmate } from "shipmate-client";
    const shipmate = new Shipmate({ host: process.argv[2] });
    const { uid } = await shipmate.start();
    await shipmate.record({ type: "level_reached", level: 2 });
    const { left } = await shipmate.flush();
    console.log(JSON.stringify({ uid, left, level: (await shipmate.me()).level }));
    shipmate.close();`);
  const said = JSON.parse(execFileSync("node", ["app.mjs", app.url], { cwd: folder, encoding: "utf8" }));
  assert.deepEqual([said.left, said.level], [0, 2]);

  const page = readFileSync(join(here, "../../../Documentation/TestRewards.md"), "utf8");
  writeFileSync(join(folder, "reward.test.mjs"), /^```js\n(.*?)^```/ms.exec(page)[1]);
  copyFileSync(join(here, "../../Testing/node/shipmate.mjs"), join(folder, "shipmate.mjs"));
  const { NODE_TEST_CONTEXT: _, ...env } = process.env;
  const played = execFileSync("node", ["--test", "--test-reporter=tap", "reward.test.mjs"], { cwd: folder, encoding: "utf8", env });
  assert.match(played, /^# pass 1$/m);

  writeFileSync(join(folder, "app.ts"), `
    import { Shipmate, type Balances } from "shipmate-client/browser";
    export const follow = (): AsyncIterable<Balances> => new Shipmate({ host: "https://api.example.com" }).balances;`);
  const paths = { "shipmate-client/browser": ["./node_modules/shipmate-client/dist/index"] };
  const compilerOptions = { strict: true, noEmit: true, target: "ES2022", module: "ES2022", moduleResolution: "node", types: [], baseUrl: ".", paths };
  writeFileSync(join(folder, "tsconfig.json"), JSON.stringify({ compilerOptions, files: ["app.ts"] }));
  execFileSync("tsc", ["-p", folder], { stdio: "inherit" });
})));

test("the package has no dependencies and no scripts", () => {
  const manifest = JSON.parse(readFileSync(join(here, "../package.json"), "utf8"));
  for (const name of ["dependencies", "peerDependencies", "optionalDependencies", "scripts"]) assert.equal(manifest[name], undefined);
});
