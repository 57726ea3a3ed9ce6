// An entry of a map whose values may be on disk, and the forms that a value has.
import { deserialize, serialize } from 'node:v8'

/**
 * `order`: of insertion. `text`: in place of the value; null where that is an object or what it is. `isStored`: it has a row on
 * disk. `isChanged`: which may have another value.
 */
export type Entry<Value> = {
  readonly order: number
  value: Value | undefined
  text: string | null
  isStored: boolean
  isChanged: boolean
}
/** 'text': plain data, which in memory is JSON but for the event that asks for it: less than an object takes, and nothing to go through. */
export type Form = 'object' | 'text'
export type Stored = string | number | Uint8Array

/** As SQLite takes it. */
export const packed = (value: unknown): Stored =>
  typeof value === 'string' || typeof value === 'number' ? value : serialize(value)

export const unpacked = <Value>(stored: Stored): Value =>
  (typeof stored === 'object' ? deserialize(stored) : stored) as Value

export const valueIn = <Value>({ text, value }: Entry<Value>): Value =>
  text === null ? (value as Value) : (JSON.parse(text) as Value)
