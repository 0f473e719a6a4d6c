import type { Client } from "./client.js";
import { storageError } from "./errors.js";
import type { Json } from "./http.js";
import type { Finding } from "./types.js";

const SKEW_SECONDS_MAX = 60;
const FIX_STORAGE = "Allow storage, and free space on the disk.";

/** The app's side, a line a finding, each with what to do. */
export const diagnose = async (client: Client): Promise<Finding[]> => {
  const { http } = client;
  const last = http.lastError;
  const isSecure = /^https:|^http:\/\/(localhost|127\.|10\.0\.2\.2)/.test(http.host);
  const findings = [finding("tls", isSecure, http.host.split(":")[0]!, "Use an https URL as the host.")];
  try {
    findings.push(...server(await http.send({ method: "GET", path: "/v1/app", tries: 2 })));
  } catch (error) {
    findings.push(finding("host", false, (error as Error).message, "Open the host's /v1/app in a browser."));
  }
  const skew = http.skew && Math.round(http.skew / 1_000);
  const clock = `the server's clock is ${skew === undefined ? "unknown" : `${skew} s ahead`}`;
  findings.push(finding("clock", Math.abs(skew ?? 0) <= SKEW_SECONDS_MAX, clock, "Set this device's clock automatically."));
  findings.push(await store(client), ...await journal(client));
  findings.push(finding("session", client.now.state === "confirmed", client.now.state, "Call start, and wait."));
  return [...findings, finding("last_error", true, last, "")];
};

const server = ({ link_domains, least_version }: Json): Finding[] => [
  finding("host", true, "the server replies", ""),
  finding("links", link_domains?.length > 0, String(link_domains), "The operator sets SHIPMATE_APP_PROFILE."),
  finding("least_version", true, JSON.stringify(least_version ?? null), ""),
];

const store = async ({ storage }: Client): Promise<Finding> => {
  try {
    const { state } = await storage.secrets.get("session");
    return finding("store", state !== "not-readable-yet", state, "Unlock the device.");
  } catch (error) {
    return finding("store", false, storageError(error).message, FIX_STORAGE);
  }
};

const journal = async ({ storage }: Client): Promise<Finding[]> => {
  try {
    const { events, bytes, torn, rejected } = await storage.journal.figures();
    return [
      finding("journal", true, `${events} events, ${bytes} bytes wait`, ""),
      finding("torn", torn === 0, `${torn} bytes were cut off`, "The last events may be missing."),
      finding("rejected", rejected === 0, `${rejected} events were set aside`, "Read `rejected` for the reasons."),
    ];
  } catch (error) {
    return [finding("journal", false, storageError(error).message, FIX_STORAGE)];
  }
};

const finding = (check: string, ok: boolean, detail: string, fix: string): Finding => ({ check, ok, detail, fix: ok ? null : fix });
