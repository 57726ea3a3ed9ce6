// The canonical JSON of a closed schema is a regular language: keys in one order, no white space, one way to write each
// value. So a schema becomes one regular expression, and a body that matches it is both canonical and valid. That is
// several times as fast as parsing, serialising and validating.
import { integerPattern } from './integer-pattern.ts'
import { type JsonSchema, KNOWN, NOTES } from './json-schema.ts'

/**
 * One UTF-16 unit of a string in canonical JSON. NUL, which Postgres cannot store, and lone surrogates, which would be
 * written as \ud800, are excluded.
 */
const UNIT = String.raw`(?:[^"\\\u0000-\u001f]|\\(?:["\\bfnrt]|u00(?:0[1-7bef]|1[0-9a-f])))`

/**
 * The source of a regular expression, without anchors, for the canonical text of what the schema accepts. Throws
 * TypeError if the schema uses something that the auditor does not read.
 */
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

/** Escapes a text so that it matches itself. */
export const quoted = (text: string): string => text.replace(/[\\^$.*+?()[\]{}|/]/g, '\\$&')

const literal = (value: unknown): string => quoted(JSON.stringify(value))
const anyOf = (patterns: readonly string[]): string => `(?:${patterns.join('|')})`

function objectPattern({ properties = {}, required = [], additionalProperties }: JsonSchema): string {
  if (additionalProperties !== false) throw new TypeError('an object of an event has no other members')
  const names = Object.keys(properties).sort((a, b) => (a < b ? -1 : 1))
  return membersPattern(names.map((name) => [name, patternOf(properties[name]!), required.includes(name)]))
}

/** `required`: by default true. */
type Member = readonly [name: string, pattern: string, required?: boolean]

/** An object of exactly these members, given in canonical order. */
export const membersPattern = (members: readonly Member[]): string => `\\{${listPattern(members)}\\}`

/** The first member that is present has no comma before it. */
function listPattern(members: readonly Member[]): string {
  const [first, ...rest] = members
  if (first === undefined) return ''
  const [name, pattern, required = true] = first
  const here = `${literal(name)}:${pattern}${rest.map(afterAnother).join('')}`
  if (required) return here
  // or the next one is the first; nested choices stay small, since few members are optional before a required one
  return `(?:${here}|${listPattern(rest)})`
}

function afterAnother([name, pattern, required = true]: Member): string {
  const member = `,${literal(name)}:${pattern}`
  return required ? member : `(?:${member})?`
}

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
  // no pattern in use accepts a character that JSON would escape
  if (inner === undefined || /["]|\\\\|\[\^|\\[DWS]|(?<!\\)\./.test(inner)) {
    throw new TypeError(`the auditor does not read the pattern ${pattern}`)
  }
  // groups need not capture, and a class that is repeated matches faster than one with a count
  const groups = inner.replace(/(?<!\\)\((?!\?)/g, '(?:')
  const writtenOut = groups.replace(/(\[[^\]]+\]|\\d)\{(\d+)\}/g, (_, one: string, count: string) => one.repeat(+count))
  return `"(?:${writtenOut})"`
}
