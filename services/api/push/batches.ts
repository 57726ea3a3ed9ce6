/** How many visits are made before other work may run. */
const BATCH_SIZE = 64

/**
 * Visits all items in order, yielding to other work after every batch of visits that did something (`visit` returned
 * true).
 */
export async function inBatches<Item>(items: Iterable<Item>, visit: (item: Item) => boolean): Promise<void> {
  let worked = 0
  for (const item of items) {
    if (!visit(item)) continue
    worked += 1
    if (worked % BATCH_SIZE === 0) await new Promise((resolve) => setImmediate(resolve))
  }
}
