import { link, readFile, rename, rm, writeFile } from "node:fs/promises";

/**
 * A lock between processes, as a file with the holder's process id and its start: Node has no flock. The lock of a
 * process that was killed is taken over, on Linux also where another process has got its id. In one process, holders
 * wait in turn.
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
    const own = `${this.path}.${process.pid}.${Math.random().toString(36).slice(2)}`;
    await writeFile(own, await identity(), { flag: "w", mode: 0o600 });
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
    if (holder !== undefined && !await isAlive(holder)) await this.#remove(holder, own);
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

const isAlive = async (holder: string): Promise<boolean> => {
  const [id, start] = holder.split(" ");
  const pid = Number(id);
  if (pid === process.pid) return holder === await identity();
  if (!(pid > 0) || !isRunning(pid)) return false;
  const known = await startOf(pid);
  return !known || !start || known === start;
};

const isRunning = (pid: number): boolean => {
  try {
    return process.kill(pid, 0);
  } catch (error) {
    return (error as { code?: string }).code === "EPERM";
  }
};

/** A process may load this module twice: both have one start. */
const started = (globalThis as unknown as Record<symbol, string>)[Symbol.for("shipmate.started")]
  ??= String(Math.round(Date.now() - process.uptime() * 1_000));

/** A container that is started again has the same process ids: the start tells its processes apart. */
const identity = async (): Promise<string> => `${process.pid} ${await startOf(process.pid) ?? started}`;

/** In ticks since the boot, from Linux's `/proc`: the 22nd field. The 2nd is a name that may have spaces. */
const startOf = async (pid: number): Promise<string | undefined> => {
  try {
    const fields = await readFile(`/proc/${pid}/stat`, "utf8");
    return fields.slice(fields.lastIndexOf(")") + 2).split(" ")[19];
  } catch {
    return undefined;
  }
};
