import { Shipmate as Handle } from "../shipmate.js";
import type { Options, Storage } from "../types.js";
import { FileSecrets } from "./files.js";
import { FileJournal } from "./journal.js";

export { EmailInUseError, ShipmateError, type MergeOffer } from "../errors.js";
export * from "../types.js";

/** Keeps all data in a folder, in files of mode 0600. */
export const fileStorage = (folder: string): Storage => ({
  secrets: new FileSecrets(folder), journal: new FileJournal(folder),
});

/** For Node: it keeps its data in the folder `.shipmate` by default. */
export class Shipmate extends Handle {
  constructor(options: Options) {
    super({ ...options, storage: options.storage ?? fileStorage(".shipmate") });
  }
}
