// An entry of a map whose values may be on disk, and the forms that a value has in memory.

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

export const valueIn = <Value>({ text, value }: Entry<Value>): Value =>
  text === null ? (value as Value) : (JSON.parse(text) as Value)
