// What is read of a map that may be on disk.

/** What may be looked up by a key, and gone through in the order of insertion. */
export type Known<Value> = {
  readonly size: number
  get(key: string): Value | undefined
  /** To be read, and not to be changed: it stays where it is. */
  peek(key: string): Value | undefined
  has(key: string): boolean
  keys(): Iterable<string>
  /** To be read, and not to be changed. */
  values(): Iterable<Value>
  [Symbol.iterator](): Iterator<[string, Value]>
}
