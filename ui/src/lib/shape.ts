// Checks of stored data for the first view, whose script the forms' schema library would make a twentieth larger.

export type Check<Value> = (value: unknown) => value is Value

type Checked<Shape> = { [Key in keyof Shape]: Shape[Key] extends Check<infer Value> ? Value : never }

export const isText: Check<string> = (value) => typeof value === 'string'
export const isNumber: Check<number> = (value) => typeof value === 'number'

export const orNull =
  <Value>(check: Check<Value>): Check<Value | null> =>
  (value): value is Value | null =>
    value === null || check(value)

export const oneOf =
  <Value extends string>(...values: Value[]): Check<Value> =>
  (value): value is Value =>
    values.includes(value as Value)

export const listOf =
  <Value>(check: Check<Value>): Check<Value[]> =>
  (value): value is Value[] =>
    Array.isArray(value) && value.every(check)

/** An object with any keys. */
export const recordOf =
  <Value>(check: Check<Value>): Check<Record<string, Value>> =>
  (value): value is Record<string, Value> =>
    isObject(value) && Object.values(value).every(check)

/** An object with at least these keys. */
export const shapeOf =
  <Shape extends Record<string, Check<unknown>>>(shape: Shape): Check<Checked<Shape>> =>
  (value): value is Checked<Shape> =>
    isObject(value) && Object.entries(shape).every(([key, check]) => check(value[key]))

const isObject = (value: unknown): value is Record<string, unknown> =>
  typeof value === 'object' && value !== null && !Array.isArray(value)
