// The few built-in functions of Node that this library uses: Debian has no @types/node.
declare module "node:fs/promises" {
  interface FileHandle {
    readonly fd: number;
    stat(): Promise<Stats>;
    write(data: Uint8Array, offset: number, length: number, position: number | null): Promise<{ bytesWritten: number }>;
    writeFile(data: Uint8Array | string): Promise<void>;
    readFile(): Promise<Uint8Array>;
    truncate(length: number): Promise<void>;
    datasync(): Promise<void>;
    sync(): Promise<void>;
    close(): Promise<void>;
  }
  interface Stats {
    readonly size: number;
    readonly ino: number;
  }
  function open(path: string, flags: string, mode?: number): Promise<FileHandle>;
  function readFile(path: string): Promise<Uint8Array>;
  function readFile(path: string, encoding: "utf8"): Promise<string>;
  function writeFile(path: string, data: string, options: { flag: string; mode: number }): Promise<void>;
  function mkdir(path: string, options: { recursive: true; mode: number }): Promise<string | undefined>;
  function rename(from: string, to: string): Promise<void>;
  function link(from: string, to: string): Promise<void>;
  function rm(path: string, options: { force: true }): Promise<void>;
  function stat(path: string): Promise<Stats>;
}
declare module "node:path" {
  function join(...parts: string[]): string;
}
declare const process: { readonly pid: number; kill(pid: number, signal: 0): true; uptime(): number };
