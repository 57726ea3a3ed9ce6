// Makes calls in sequence.

/** One after the other, so that the most important ones get the credits. Returns settled promises. */
export async function inSequence<T, R>(items: readonly T[], make: (item: T) => Promise<R>): Promise<Promise<R>[]> {
  const made: Promise<R>[] = []
  for (const item of items) {
    const one = make(item)
    made.push(one)
    await one.catch(() => undefined)
  }
  return made
}
