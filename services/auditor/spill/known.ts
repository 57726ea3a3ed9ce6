// The reading side of a map that may be on disk.

/** Entries are iterated in the order of insertion. */
export type Known<Value> = {
  readonly size: number
  get(key: string): Value | undefined
  /** Read-only: changes to the result may be lost. An entry on disk stays there. */
  peek(key: string): Value | undefined
  has(key: string): boolean
  keys(): Iterable<string>
  /** Read-only: changes to what is yielded may be lost. */
  values(): Iterable<Value>
  [Symbol.iterator](): Iterator<[string, Value]>
}
