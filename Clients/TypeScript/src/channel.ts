/** An async sequence for any number of readers, which begins with the last value. */
export class Channel<T> implements AsyncIterable<T> {
  #last?: { value: T };
  readonly #readers = new Set<(value: T | undefined) => void>();
  #isClosed = false;

  send(value: T, isReplayed = true): void {
    if (isReplayed) this.#last = { value };
    for (const reader of this.#readers) reader(value);
  }

  close(): void {
    this.#isClosed = true;
    for (const reader of this.#readers) reader(undefined);
  }

  [Symbol.asyncIterator](): AsyncIterator<T> {
    const values: T[] = this.#last ? [this.#last.value] : [];
    let isDone = this.#isClosed;
    let wake = (): void => {};
    const reader = (value: T | undefined): void => {
      if (value === undefined) isDone = true;
      else values.push(value);
      wake();
    };
    this.#readers.add(reader);
    const end = (): IteratorReturnResult<undefined> => {
      isDone = true;
      this.#readers.delete(reader);
      wake();
      return { done: true, value: undefined };
    };
    return {
      next: async () => {
        while (values.length === 0 && !isDone) await new Promise<void>((resolve) => (wake = resolve));
        return values.length > 0 ? { done: false, value: values.shift() as T } : end();
      },
      return: async () => end(),
    };
  }
}
