// Processes much work at once in bounded memory, but little of it for any one key: a slow key does not hold up the
// others.

export type FairLimits = {
  readonly atOnce: number
  /** Most items of one key in progress. */
  readonly ofOneKey: number
  /** Items set aside because too many of their key are in progress; once there are this many, no more are read. */
  readonly aside: number
}

/** Calls `work` for every item, in order for each key. `work` must not reject. Throws what `items` throws. */
export async function forEachFairly<Item>(
  items: AsyncIterable<Item> | Iterable<Item>,
  keyOf: (item: Item) => string,
  { atOnce, ofOneKey, aside }: FairLimits,
  work: (item: Item) => Promise<void>,
): Promise<void> {
  const running = new Map<string, number>()
  const waiting = new Map<string, Item[]>()
  let underWay = 0
  let setAside = 0
  let changed = Promise.withResolvers<void>()

  const start = (key: string, item: Item) => {
    underWay += 1
    running.set(key, (running.get(key) ?? 0) + 1)
    void work(item).finally(() => finished(key))
  }
  const finished = (key: string) => {
    underWay -= 1
    const left = running.get(key)! - 1
    if (left === 0) running.delete(key)
    else running.set(key, left)
    const queue = waiting.get(key)
    const next = queue?.shift()
    if (queue?.length === 0) waiting.delete(key)
    if (next !== undefined) {
      setAside -= 1
      start(key, next)
    }
    changed.resolve()
    changed = Promise.withResolvers()
  }
  const take = (item: Item) => {
    const key = keyOf(item)
    if ((running.get(key) ?? 0) < ofOneKey) return start(key, item)
    const queue = waiting.get(key)
    if (queue === undefined) waiting.set(key, [item])
    else queue.push(item)
    setAside += 1
  }

  try {
    for await (const item of items) {
      take(item)
      while (underWay >= atOnce || setAside >= aside) await changed.promise
    }
  } finally {
    while (underWay > 0) await changed.promise
  }
}
