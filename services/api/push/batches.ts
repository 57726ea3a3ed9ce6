/** So many in one go; then requests have their turn. */
const BATCH_SIZE = 64

/** Visits all in order. `visit` says whether it did some work: where many did, everything else has its turn in between. */
export async function inBatches<Item>(items: Iterable<Item>, visit: (item: Item) => boolean): Promise<void> {
  let worked = 0
  for (const item of items) {
    if (!visit(item)) continue
    worked += 1
    if (worked % BATCH_SIZE === 0) await new Promise((resolve) => setImmediate(resolve))
  }
}
