// A map for entries that come and go with every request: it releases what is deleted.
//
// A `Map` releases it later, if ever. When it moves to a new table, V8's old table still refers to the new one and to
// what it held itself (see `bag.ts`). Here these are boxes, which are emptied.
export class TransientMap<Key, Value> {
  readonly #boxes = new Map<Key, { value: Value | undefined }>()

  get size(): number {
    return this.#boxes.size
  }

  get(key: Key): Value | undefined {
    return this.#boxes.get(key)?.value
  }

  /** An existing key keeps its place in the order. */
  set(key: Key, value: Value): void {
    const box = this.#boxes.get(key)
    if (box === undefined) this.#boxes.set(key, { value })
    else box.value = value
  }

  /** Does nothing if it is not there. */
  delete(key: Key): void {
    const box = this.#boxes.get(key)
    if (box === undefined) return
    box.value = undefined
    this.#boxes.delete(key)
  }

  /** The value of the oldest entry. */
  first(): Value | undefined {
    for (const { value } of this.#boxes.values()) return value
    return undefined
  }

  /** In the order of insertion. A copy: later changes of the map do not affect it. */
  values(): Value[] {
    return Array.from(this.#boxes.values(), ({ value }) => value as Value)
  }
}
