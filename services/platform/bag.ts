// An unordered collection for items that come and go with every request.
//
// Not a Set or a Map: from time to time these move to a new table, and V8's old table still refers to the new one and
// to what it held. Once such a table is in the old generation of the heap, nothing that was ever in a later table can
// be collected as young garbage. Whole requests were copied twice and lived until the next full collection.

/** What `add` returns, to be passed to `remove`. */
export type InBag<Item> = { readonly item: Item; at: number }

export type Bag<Item> = {
  add(item: Item): InBag<Item>
  /** Does nothing if it was removed before. */
  remove(one: InBag<Item>): void
  /** A copy: later changes of the bag do not affect it. */
  items(): Item[]
}

export function createBag<Item>(): Bag<Item> {
  const bag: InBag<Item>[] = []
  return {
    add(item) {
      const one = { item, at: bag.length }
      bag.push(one)
      return one
    },
    remove(one) {
      if (bag[one.at] !== one) return
      const last = bag.pop()!
      if (last === one) return
      bag[one.at] = last
      last.at = one.at
    },
    items: () => bag.map(({ item }) => item),
  }
}
