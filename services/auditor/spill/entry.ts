// An entry of a map whose values may be on disk, and the forms that a value has.
import { deserialize, serialize } from 'node:v8'

/**
 * `order`: of insertion. `text`: in place of the value; null where that is an object or what it is. `asked`: by the count of
 * `Disk.settled`, when it was last asked for by whoever may change it. `written`: to disk, by the same count; null where it was not.
 */
export type Entry<Value> = {
  readonly order: number
  value: Value | undefined
  text: string | null
  asked: number
  written: number | null
}

/** Whether its row on disk may have another value: who asked for an object may change it until the next count. */
export const isUnlike = ({ asked, written }: Entry<unknown>): boolean => written === null || asked >= written

/** 'text': plain data, which in memory is JSON but for the event that asks for it: less than an object takes, and nothing to go through. */
export type Form = 'object' | 'text'
export type Stored = string | number | Uint8Array

/** Values: of each V8 keeps 8 kB outside the heap until it is collected, and does not collect for that. */
const COLLECT_EVERY = 1_024

let serialized = 0

/** As SQLite takes it. Thousands are made in one go: without a collection now and then they would take a hundred megabytes. */
export function packed(value: unknown): Stored {
  if (typeof value === 'string' || typeof value === 'number') return value
  serialized += 1
  // there is one where the tool was started by its first line
  if (serialized % COLLECT_EVERY === 0) globalThis.gc?.({ type: 'minor' })
  return serialize(value)
}

export const unpacked = <Value>(stored: Stored): Value =>
  (typeof stored === 'object' ? deserialize(stored) : stored) as Value

export const valueIn = <Value>({ text, value }: Entry<Value>): Value =>
  text === null ? (value as Value) : (JSON.parse(text) as Value)
