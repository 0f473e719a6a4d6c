import { link, readFile, rename, rm, writeFile } from "node:fs/promises";

let number = 0;

/**
 * A lock between processes, as a file with the holder's process id: Node has no flock. The lock of a process that was
 * killed is taken over. In one process, holders wait in turn.
 */
export class FileLock {
  #last: Promise<unknown> = Promise.resolve();

  constructor(readonly path: string) {}

  held<T>(work: () => Promise<T>): Promise<T> {
    const turn = this.#last.then(() => this.#alone(work));
    this.#last = turn.catch(() => {});
    return turn;
  }

  async #alone<T>(work: () => Promise<T>): Promise<T> {
    const own = `${this.path}.${process.pid}.${number += 1}`;
    await writeFile(own, String(process.pid), { flag: "w", mode: 0o600 });
    try {
      while (!await this.#takes(own)) await new Promise((resolve) => setTimeout(resolve, 5));
    } finally {
      await rm(own, { force: true });
    }
    try {
      return await work();
    } finally {
      await rm(this.path, { force: true });
    }
  }

  async #takes(own: string): Promise<boolean> {
    try {
      await link(own, this.path);
      return true;
    } catch (error) {
      if ((error as { code?: string }).code !== "EEXIST") throw error;
    }
    const holder = await this.#read(this.path);
    if (holder !== undefined && !isAlive(Number(holder))) await this.#remove(holder, own);
    return false;
  }

  /** Puts back the lock of a process that took it over in the meantime. */
  async #remove(holder: string, own: string): Promise<void> {
    const aside = `${own}.stale`;
    try {
      await rename(this.path, aside);
      if (await this.#read(aside) !== holder) await link(aside, this.path);
    } catch {
      // Another process was faster.
    } finally {
      await rm(aside, { force: true });
    }
  }

  async #read(path: string): Promise<string | undefined> {
    try {
      return await readFile(path, "utf8");
    } catch {
      return undefined;
    }
  }
}

const isAlive = (pid: number): boolean => {
  if (!(pid > 0)) return false;
  try {
    return process.kill(pid, 0);
  } catch (error) {
    return (error as { code?: string }).code === "EPERM";
  }
};
