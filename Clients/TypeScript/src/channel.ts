/** An async sequence for any number of readers, which begins with the last value. */
export class Channel<T> implements AsyncIterable<T> {
  last?: T;
  readonly #readers = new Set<(value: T | undefined) => void>();
  #isClosed = false;

  /** `onRead` learns when the first reader comes, and when the last one leaves. */
  constructor(readonly onRead: (isRead: boolean) => void = () => {}) {}

  get isRead(): boolean {
    return this.#readers.size > 0;
  }

  send(value: T, isReplayed = true): void {
    if (isReplayed) this.last = value;
    for (const reader of this.#readers) reader(value);
  }

  close(): void {
    this.#isClosed = true;
    for (const reader of this.#readers) reader(undefined);
  }

  [Symbol.asyncIterator](): AsyncIterator<T> {
    const values: T[] = this.last === undefined ? [] : [this.last];
    const waiting: (() => void)[] = [];
    let isDone = this.#isClosed;
    const reader = (value: T | undefined): void => {
      if (value === undefined) isDone = true;
      else values.push(value);
      for (const wake of waiting.splice(0)) wake();
    };
    const end = (): IteratorReturnResult<undefined> => {
      reader(undefined);
      if (this.#readers.delete(reader) && !this.isRead) this.onRead(false);
      return { done: true, value: undefined };
    };
    if (!isDone) {
      this.#readers.add(reader);
      if (this.#readers.size === 1) this.onRead(true);
    }
    return {
      next: async () => {
        while (values.length === 0 && !isDone) await new Promise<void>((resolve) => waiting.push(resolve));
        return values.length > 0 ? { done: false, value: values.shift() as T } : end();
      },
      return: async () => end(),
    };
  }
}
