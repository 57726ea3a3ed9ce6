// An entry of a map whose values may be on disk, and the forms that a value may have in memory.

/**
 * `order`: of insertion. `text`: JSON that stands for the value; null if `value` holds it. `asked`: when somebody who
 * may change it last got it, by the count of `Disk.settled`. `written`: when it was last written to disk, by the same
 * count; null if it was not.
 */
export type Entry<Value> = {
  readonly order: number
  value: Value | undefined
  text: string | null
  asked: number
  written: number | null
}

/** Whether its row on disk may be out of date: somebody who got an object may change it until the next count. */
export const isUnlike = ({ asked, written }: Entry<unknown>): boolean => written === null || asked >= written

/**
 * 'text': plain data that is kept in memory as JSON, and is an object only during the event that gets it. JSON takes
 * less memory, and the garbage collector need not look into it.
 */
export type Form = 'object' | 'text'

export const valueIn = <Value>({ text, value }: Entry<Value>): Value =>
  text === null ? (value as Value) : (JSON.parse(text) as Value)
