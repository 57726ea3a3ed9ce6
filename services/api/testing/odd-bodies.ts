// Request bodies made from the API description: valid ones, and ones with something odd in them.
import fc from 'fast-check'

export type Schema = {
  readonly type?: string | readonly string[]
  readonly enum?: readonly unknown[]
  readonly anyOf?: readonly Schema[]
  readonly oneOf?: readonly Schema[]
  readonly properties?: Readonly<Record<string, Schema>>
  readonly required?: readonly string[]
  readonly additionalProperties?: boolean | Schema
  readonly propertyNames?: Schema
  readonly items?: Schema
  readonly minItems?: number
}

/** Values known only once a caller exists; `filled` puts them in place. */
export type Known = Readonly<Record<'password' | 'user' | 'username' | 'admin' | 'game' | 'bet' | 'session', string>>
const PLACES: Readonly<Record<string, keyof Known>> = {
  ...{ password: 'password', oldPassword: 'password', session: 'session', betId: 'bet' },
  ...{ userId: 'user', username: 'username', targetUsername: 'username', targetAdmin: 'admin' },
  ...{ eventId: 'game', event_id: 'game', id: 'game', oldFixture: 'game', newFixture: 'game' },
}
const KNOWN = ['password', 'user', 'username', 'admin', 'game', 'bet', 'session'] as const

const ODD_TEXTS = ['', ' ', '\u0000', '\ud83d', '\u202e', '__proto__', 'x'.repeat(5_000), '2026-02-30', '1e309', '../x']
const ODD_NUMBERS = [0, -1, 0.001, 1e15, 1e300, 5e-324, 9_007_199_254_740_991, -1e9]
const odd: fc.Arbitrary<unknown> = fc.oneof(
  fc.constantFrom<unknown>(...ODD_TEXTS, ...ODD_NUMBERS, null, true, false, [], {}, [[]], { action: 'signout' }),
  fc.jsonValue(),
)

const text = (name: string): fc.Arbitrary<string> => {
  const place = PLACES[name]
  const plain = fc.oneof(
    fc.constantFrom(
      ...KNOWN.map((known) => `<${known}>`),
      'h2h',
      'home',
      '2.10',
      '1-0',
      'soccer_epl',
      'within-10-percent',
    ),
    fc.constantFrom('2026-11-20', '2026-11-20T18:00:00.000Z', '123456', 'a reason that is one', 'basketball_nba'),
    fc.string({ maxLength: 40 }),
  )
  return place === undefined
    ? plain
    : fc.oneof({ weight: 5, arbitrary: fc.constant(`<${place}>`) }, { weight: 1, arbitrary: plain })
}
const amount = fc.oneof(
  fc.constantFrom<number>(1, 0.1, 10, -1, 2.5, 100, 25_000),
  fc.integer(),
  fc.double({ noNaN: true, noDefaultInfinity: true }),
)

/** A valid value: of the types in the description. */
export function fitting(schema: Schema, name = ''): fc.Arbitrary<unknown> {
  const { anyOf, oneOf, type, items = {}, minItems = 0, properties = {}, required = [] } = schema
  if (schema.enum !== undefined) return fc.constantFrom(...schema.enum)
  const some = oneOf ?? anyOf
  if (some !== undefined) return fc.oneof(...some.map((one) => fitting(one, name)))
  if (Array.isArray(type)) return fc.oneof(...type.map((one: string) => fitting({ ...schema, type: one }, name)))
  switch (type) {
    case 'object': {
      const values = Object.fromEntries(Object.entries(properties).map(([key, value]) => [key, fitting(value, key)]))
      if (typeof schema.additionalProperties !== 'object') return fc.record(values, { requiredKeys: [...required] })
      return fc.dictionary(
        fitting(schema.propertyNames ?? { type: 'string' }) as fc.Arbitrary<string>,
        fitting(schema.additionalProperties),
        { maxKeys: 3 },
      )
    }
    case 'array':
      return fc.array(fitting(items, name), { minLength: minItems, maxLength: minItems + 2 })
    case 'string':
      return text(name)
    case 'number':
    case 'integer':
      return amount
    case 'boolean':
      return fc.boolean()
    case 'null':
      return fc.constant(null)
    default:
      return odd
  }
}

type Container = Record<string, unknown>
type Slot = { readonly in: Container; readonly key: string }
const slotsOf = (value: unknown): Slot[] =>
  typeof value === 'object' && value !== null
    ? Object.entries(value).flatMap(([key, part]) => [{ in: value as Container, key }, ...slotsOf(part)])
    : []

const change = fc.record({ at: fc.nat(50), how: fc.constantFrom('replace', 'replace', 'drop', 'add'), value: odd })
function changed(
  body: unknown,
  changes: readonly (typeof change extends fc.Arbitrary<infer One> ? One : never)[],
): unknown {
  const copy: unknown = structuredClone(body)
  for (const { at, how, value: made } of changes) {
    // cloned, because it may be changed itself or put into itself
    const value = structuredClone(made)
    const slots = slotsOf(copy)
    const slot = slots[at % Math.max(1, slots.length)]
    if (slot === undefined) return value
    if (how === 'replace') slot.in[slot.key] = value
    else if (how === 'add') slot.in[`${slot.key}s`] = value
    else Reflect.deleteProperty(slot.in, slot.key)
  }
  return copy
}

const NO_BODIES = [
  '',
  ' ',
  'null',
  '[]',
  '"text"',
  '1',
  '{',
  '{}',
  '{"":}',
  '[[[[[[[[[[[[[[[[[[[[]]]]]]]]]]]]]]]]]]]]',
  'NaN',
  '{"a":1,"a":2}',
]
/**
 * Changes to the text of a body: numbers that JSON allows and no amount has, half of the text, a `__proto__` member.
 */
const TEXT_CHANGES = [
  (text: string) => text.replace(/:-?\d[^,}\]]*/, ':1e309'),
  (text: string) => text.replace(/:-?\d[^,}\]]*/, ':1.00000000000000000000000001'),
  (text: string) => text.slice(0, text.length / 2),
  (text: string) => text.replace('{', '{"__proto__":{"role":"super-admin"},'),
]

/** The text of a body. Values of `Known` appear in it as placeholders such as `<password>`. */
export function oddBodies(schema: Schema | null): fc.Arbitrary<string> {
  const none = fc.oneof(
    fc.constantFrom(...NO_BODIES),
    fc.jsonValue().map((value) => JSON.stringify(value)),
  )
  if (schema === null) return none
  const body = fitting(schema).map((value) => JSON.stringify(value))
  const withOdd = fc
    .tuple(fitting(schema), fc.array(change, { minLength: 1, maxLength: 3 }))
    .map(([value, changes]) => JSON.stringify(changed(value, changes)))
  const garbled = fc.tuple(body, fc.constantFrom(...TEXT_CHANGES)).map(([value, garble]) => garble(value))
  return fc.oneof(
    { weight: 4, arbitrary: body },
    { weight: 8, arbitrary: withOdd },
    { weight: 2, arbitrary: garbled },
    { weight: 1, arbitrary: none },
  )
}

export const filled = (text: string, known: Known): string =>
  KNOWN.reduce((before, name) => before.replaceAll(`<${name}>`, known[name]), text)
