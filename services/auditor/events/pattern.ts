// Canonical JSON of a closed schema is a regular language: keys in one order, no white space, one way to write each
// value. So a schema becomes one regular expression, and a body that matches it is at once canonical and as the schema
// says. That is several times as fast as parsing, writing again and walking through a schema.

/** The part of JSON Schema that the published event schemas use. Anything else is refused when it is compiled. */
export type JsonSchema = {
  readonly type?: string
  readonly properties?: Readonly<Record<string, JsonSchema>>
  readonly required?: readonly string[]
  readonly additionalProperties?: boolean
  readonly items?: JsonSchema
  readonly minItems?: number
  readonly maxItems?: number
  readonly anyOf?: readonly JsonSchema[]
  readonly oneOf?: readonly JsonSchema[]
  readonly enum?: readonly unknown[]
  readonly const?: unknown
  readonly pattern?: string
  readonly minLength?: number
  readonly maxLength?: number
  readonly minimum?: number
  readonly maximum?: number
}

/** Words about a schema that change nothing of what it accepts. */
const NOTES = new Set(['$schema', '$id', '$comment', 'title', 'description', 'format'])
const KNOWN = new Set([
  'type',
  'properties',
  'required',
  'additionalProperties',
  'items',
  'minItems',
  'maxItems',
  'anyOf',
  'oneOf',
  'enum',
  'const',
  'pattern',
  'minLength',
  'maxLength',
  'minimum',
  'maximum',
])

/**
 * One UTF-16 unit of a string as canonical JSON writes it. NUL, which Postgres cannot hold, and lone surrogates, which
 * would be written as \ud800, are not among them.
 */
const UNIT = String.raw`(?:[^"\\\u0000-\u001f]|\\(?:["\\bfnrt]|u00(?:0[1-7bef]|1[0-9a-f])))`

/** Source of a regular expression, without anchors, for the canonical text of what the schema accepts. */
export function patternOf(schema: JsonSchema): string {
  for (const word of Object.keys(schema)) {
    if (!KNOWN.has(word) && !NOTES.has(word)) throw new TypeError(`the auditor does not read '${word}' in a schema`)
  }
  if (schema.const !== undefined) return literal(schema.const)
  if (schema.enum) return anyOf(schema.enum.map(literal))
  const choices = schema.anyOf ?? schema.oneOf
  if (choices) return anyOf(choices.map(patternOf))
  switch (schema.type) {
    case 'object':
      return objectPattern(schema)
    case 'array':
      return arrayPattern(schema)
    case 'string':
      return stringPattern(schema)
    case 'integer':
      return integerPattern(schema.minimum ?? Number.NaN, schema.maximum ?? Number.NaN)
    case 'boolean':
      return '(?:true|false)'
    case 'null':
      return 'null'
    default:
      throw new TypeError(`the auditor does not read type '${schema.type}' in a schema`)
  }
}

/** Text that matches itself. */
export const quoted = (text: string): string => text.replace(/[\\^$.*+?()[\]{}|/]/g, '\\$&')

const literal = (value: unknown): string => quoted(JSON.stringify(value))
const anyOf = (patterns: readonly string[]): string => `(?:${patterns.join('|')})`

function objectPattern({ properties = {}, required = [], additionalProperties }: JsonSchema): string {
  const names = Object.keys(properties).sort((a, b) => (a < b ? -1 : 1))
  if (additionalProperties !== false || names.some((name) => !required.includes(name))) {
    throw new TypeError('an object of an event has exactly its members')
  }
  return membersPattern(names.map((name) => [name, patternOf(properties[name]!)]))
}

/** An object of exactly these members, given in canonical order. */
export const membersPattern = (members: readonly (readonly [string, string])[]): string =>
  `\\{${members.map(([name, pattern]) => `${literal(name)}:${pattern}`).join(',')}\\}`

function arrayPattern({ items, minItems = 0, maxItems }: JsonSchema): string {
  if (!items) throw new TypeError('an array needs items')
  const one = patternOf(items)
  const more = `(?:,${one}){${Math.max(0, minItems - 1)},${maxItems === undefined ? '' : Math.max(0, maxItems - 1)}}`
  if (maxItems === 0) return '\\[\\]'
  return minItems > 0 ? `\\[${one}${more}\\]` : `\\[(?:${one}${more})?\\]`
}

function stringPattern({ pattern, minLength = 0, maxLength }: JsonSchema): string {
  if (pattern === undefined) return `"${UNIT}{${minLength},${maxLength ?? ''}}"`
  const inner = /^\^(.*)\$$/.exec(pattern)?.[1]
  // of the patterns in use none accepts a character that JSON would escape
  if (inner === undefined || /["]|\\\\|\[\^|\\[DWS]|(?<!\\)\./.test(inner)) {
    throw new TypeError(`the auditor does not read the pattern ${pattern}`)
  }
  // nothing is picked out of a body by these groups, and classes written out are matched faster than counted ones
  const groups = inner.replace(/(?<!\\)\((?!\?)/g, '(?:')
  const writtenOut = groups.replace(/(\[[^\]]+\]|\\d)\{(\d+)\}/g, (_, one: string, count: string) => one.repeat(+count))
  return `"(?:${writtenOut})"`
}

/** Decimal integers between two bounds, in the one way that JSON writes them. Bounds are 0 or more. */
export function integerPattern(least: number, most: number): string {
  if (!Number.isSafeInteger(least) || !Number.isSafeInteger(most) || least < 0 || most < least) {
    throw new TypeError(`the auditor does not read integers from ${least} to ${most}`)
  }
  const parts: string[] = []
  const low = String(least)
  const high = String(most)
  let whole: [number, number] | null = null
  for (let digits = low.length; digits <= high.length; digits++) {
    const from = digits === low.length ? low : `1${'0'.repeat(digits - 1)}`
    const to = digits === high.length ? high : '9'.repeat(digits)
    const all = /^10*$/.test(from) && /^9*$/.test(to)
    if (all) whole = [whole?.[0] ?? digits, digits]
    else parts.push(sameLength(from, to))
  }
  // all numbers of so many digits, taken together: the alternative that nearly always matches stands first
  if (whole) parts.unshift(`[1-9]\\d{${whole[0] - 1},${whole[1] - 1}}`)
  return `(?:${parts.join('|')})(?!\\d)`
}

function sameLength(from: string, to: string): string {
  if (from === to) return from
  const [a, b] = [from[0]!, to[0]!]
  const rest = from.length - 1
  if (/^0*$/.test(from.slice(1)) && /^9*$/.test(to.slice(1))) return `${range(a, b)}${rest ? `\\d{${rest}}` : ''}`
  if (a === b) return `${a}${sameLength(from.slice(1), to.slice(1))}`
  const parts = [`${a}${sameLength(from.slice(1), '9'.repeat(rest))}`]
  if (Number(b) - Number(a) > 1) parts.push(`${range(String(Number(a) + 1), String(Number(b) - 1))}\\d{${rest}}`)
  parts.push(`${b}${sameLength('0'.repeat(rest), to.slice(1))}`)
  return `(?:${parts.join('|')})`
}

const range = (a: string, b: string): string => (a === b ? a : `[${a}-${b}]`)

/** Where a parsed value differs from a schema, for the report: a path and what was expected there. Null if nowhere. */
export function firstMismatch(
  schema: JsonSchema,
  value: unknown,
  path = '',
): { path: string; expected: string } | null {
  const text = JSON.stringify(value)
  if (schema.type === 'object' && schema.properties && value !== null && typeof value === 'object') {
    const names = Object.keys(schema.properties)
    for (const name of names) {
      if (!Object.hasOwn(value, name)) return { path: `${path}.${name}`, expected: 'a value' }
      const found = firstMismatch(schema.properties[name]!, (value as Record<string, unknown>)[name], `${path}.${name}`)
      if (found) return found
    }
    const extra = Object.keys(value).find((name) => !names.includes(name))
    return extra === undefined ? null : { path: `${path}.${extra}`, expected: 'nothing' }
  }
  if (schema.type === 'array' && schema.items && Array.isArray(value)) {
    for (const [index, item] of value.entries()) {
      const found = firstMismatch(schema.items, item, `${path}[${index}]`)
      if (found) return found
    }
  }
  if (new RegExp(`^${patternOf(schema)}$`).test(text)) return null
  return { path, expected: JSON.stringify(schema) }
}
