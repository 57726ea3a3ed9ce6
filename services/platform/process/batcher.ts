// One call at a time; whatever is requested while a call is running goes into the next one together.

/**
 * Calls `work` with the items requested since its last call began, and returns the result of the first call that has
 * all of the requested items. A call that fails rejects only for those who requested its items.
 */
export function createBatcher<Item, Result>(
  work: (items: ReadonlySet<Item>) => Promise<Result>,
): (items: Iterable<Item>) => Promise<Result> {
  let next: { readonly items: Set<Item>; readonly result: Promise<Result> } | null = null
  let running: Promise<unknown> = Promise.resolve()

  function enqueue() {
    const items = new Set<Item>()
    const result = running.then(() => {
      next = null
      return work(items)
    })
    running = result.catch(() => undefined)
    return { items, result }
  }

  return (items) => {
    next ??= enqueue()
    for (const item of items) next.items.add(item)
    return next.result
  }
}
