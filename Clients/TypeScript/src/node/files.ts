import { mkdir, open, readFile, rename, rm } from "node:fs/promises";
import { join } from "node:path";
import type { SecretStore, Stored } from "../types.js";
import { FileLock } from "./lock.js";

const codeOf = (error: unknown): string | undefined => (error as { code?: string }).code;

/** Undefined if there is no such file. */
export const readIfThere = async (path: string): Promise<Uint8Array | undefined> => {
  try {
    return await readFile(path);
  } catch (error) {
    if (codeOf(error) === "ENOENT") return undefined;
    throw error;
  }
};

/** Replaces a file completely or not at all, durably. */
export const replaceFile = async (folder: string, name: string, data: Uint8Array | string): Promise<void> => {
  const path = join(folder, name);
  const next = `${path}.${process.pid}.new`;
  try {
    const file = await open(next, "w", 0o600);
    try {
      await file.writeFile(data);
      await file.sync();
    } finally {
      await file.close();
    }
    await rename(next, path);
  } catch (error) {
    await rm(next, { force: true });
    throw error;
  }
  await syncFolder(folder);
};

export const syncFolder = async (folder: string): Promise<void> => {
  const handle = await open(folder, "r");
  try {
    await handle.sync();
  } finally {
    await handle.close();
  }
};

/** A file of mode 0600 for each text. */
export class FileSecrets implements SecretStore {
  readonly #lock: FileLock;

  constructor(readonly folder: string) {
    this.#lock = new FileLock(join(folder, "store.lock"));
  }

  async get(key: string): Promise<Stored> {
    const value = await this.#read(key);
    return value === undefined ? { state: "absent" } : { state: "present", value };
  }

  put(key: string, value: string): Promise<void> {
    return this.#alone(() => replaceFile(this.folder, key, value));
  }

  delete(key: string): Promise<void> {
    return this.#alone(() => this.#remove(key));
  }

  compareAndPut(key: string, expected: string | undefined, value: string | undefined): Promise<boolean> {
    return this.#alone(async () => {
      if (await this.#read(key) !== expected) return false;
      await (value === undefined ? this.#remove(key) : replaceFile(this.folder, key, value));
      return true;
    });
  }

  async #alone<T>(work: () => Promise<T>): Promise<T> {
    await mkdir(this.folder, { recursive: true, mode: 0o700 });
    return this.#lock.held(work);
  }

  async #read(key: string): Promise<string | undefined> {
    const data = await readIfThere(join(this.folder, key));
    return data && new TextDecoder().decode(data);
  }

  async #remove(key: string): Promise<void> {
    await rm(join(this.folder, key), { force: true });
    await syncFolder(this.folder);
  }
}
