import { indexedDBStorage } from "./indexeddb.js";
import { Shipmate as Handle } from "./shipmate.js";
import type { Options } from "./types.js";

export { EmailInUseError, ShipmateError, type MergeOffer } from "./errors.js";
export { indexedDBStorage } from "./indexeddb.js";
export * from "./types.js";

/** For browsers: it keeps its data in IndexedDB. */
export class Shipmate extends Handle {
  constructor(options: Options) {
    super({ ...options, storage: options.storage ?? indexedDBStorage() });
  }
}
