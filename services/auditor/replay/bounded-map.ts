/**
 * A map that forgets its oldest entries, so that its memory does not grow with the log. It keeps between half of `size`
 * and all of it.
 */
export class BoundedMap<Key, Value> {
  /** Two halves by age: the older one is dropped as a whole. */
  #young = new Map<Key, Value>()
  #old = new Map<Key, Value>()
  readonly #half: number

  constructor(size: number) {
    this.#half = Math.ceil(size / 2)
  }

  get(key: Key): Value | undefined {
    return this.#young.get(key) ?? this.#old.get(key)
  }

  has(key: Key): boolean {
    return this.#young.has(key) || this.#old.has(key)
  }

  set(key: Key, value: Value): void {
    if (this.#young.size >= this.#half) {
      this.#old = this.#young
      this.#young = new Map()
    }
    this.#young.set(key, value)
  }
}
