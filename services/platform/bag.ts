// A collection for what comes and goes with every request, in no order.
//
// Not a Set or a Map: from time to time these move to a new table, and V8's old one still names the new one and what it held. Once one
// such table is in the old generation of its heap, nothing that was ever in a later one is young garbage any more: with what they held,
// whole requests were copied twice and lived until the next collection of everything.

/** What `add` answers: of no use but to `remove`. */
export type InBag<Item> = { readonly item: Item; at: number }

export type Bag<Item> = {
  add(item: Item): InBag<Item>
  /** Nothing where it was removed before. */
  remove(one: InBag<Item>): void
  /** As they are now: those that come and go later change nothing of it. */
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
