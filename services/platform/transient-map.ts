// A map for what comes and goes with every request: it lets go of what is deleted.
//
// A `Map` does so later, if ever. When it moves to a new table, V8's old one still names the new one and what it held itself (see
// `bag.ts`). Here that are boxes, which are emptied.
export class TransientMap<Key, Value> {
  readonly #boxes = new Map<Key, { value: Value | undefined }>()

  get size(): number {
    return this.#boxes.size
  }

  get(key: Key): Value | undefined {
    return this.#boxes.get(key)?.value
  }

  /** One that is there keeps its place in the order. */
  set(key: Key, value: Value): void {
    const box = this.#boxes.get(key)
    if (box === undefined) this.#boxes.set(key, { value })
    else box.value = value
  }

  /** Nothing where it is not there. */
  delete(key: Key): void {
    const box = this.#boxes.get(key)
    if (box === undefined) return
    box.value = undefined
    this.#boxes.delete(key)
  }

  /** The one that came before all others that are there. */
  first(): Value | undefined {
    for (const { value } of this.#boxes.values()) return value
    return undefined
  }

  /** In the order in which they came; those that come and go later change nothing of it. */
  values(): Value[] {
    return Array.from(this.#boxes.values(), ({ value }) => value as Value)
  }
}
