// Different values for a cell, of the same type.
import type { SeededRandom } from '#projections/testing/seeded-random.ts'

const DAY_MS = 86_400_000
const LETTERS = 'abcdefghijklmnopqrstuvwxyz0123456789'

/** One in this many values is one that a program may not expect. */
const HOSTILE_OF = 8
/** By type; legal in Postgres. */
const HOSTILE: Readonly<Record<string, readonly string[]>> = {
  smallint: ['-32768', '32767', '-1'],
  integer: ['-2147483648', '2147483647', '-1'],
  bigint: ['-9223372036854775808', '9223372036854775807', '9007199254740993', '-1'],
  bytea: ['\\x', `\\x${'ff'.repeat(1_000)}`],
  text: ['', '\n', '\u001b[2J', '__proto__', '\\N', '\u202e', '9'.repeat(400), 'x'.repeat(100_000)],
  'timestamp with time zone': ['infinity', '-infinity', '4713-01-01 00:00:00+00 BC', '294276-12-31 00:00:00+00'],
  json: ['null', '1e999', '"\\ud800"', '{"a":1,"a":2}', '['.repeat(1_000) + ']'.repeat(1_000)],
  jsonb: ['null', '1e300', '{"a":{}}', '['.repeat(1_000) + ']'.repeat(1_000)],
}

/** A different value for what Postgres writes as `text`; null is SQL's null. `type`: as in information_schema. */
export function otherValue(type: string, text: string | null, nullable: boolean, random: SeededRandom): string | null {
  if (text !== null && nullable && random.below(8) === 0) return null
  const hostile = HOSTILE[type]?.filter((value) => value !== text) ?? []
  if (hostile.length > 0 && random.below(HOSTILE_OF) === 0) return random.one(hostile)
  switch (type) {
    case 'boolean':
      return text === 'true' ? 'false' : 'true'
    case 'smallint':
    case 'integer':
    case 'bigint':
      return String(BigInt(text ?? 0) + BigInt(1 + random.below(1_000)) * (random.below(2) === 0 ? 1n : -1n))
    case 'bytea':
      return otherHex(text ?? '\\x00', random)
    case 'timestamp with time zone':
      return otherTime(text, random)
    case 'json':
    case 'jsonb':
      return otherJson(text, random)
    case 'ARRAY':
      return text === null || text === '{}' ? '{x}' : '{}'
    default:
      return otherText(text ?? '', random)
  }
}

/** One letter changed, inserted or removed. */
function otherText(text: string, random: SeededRandom): string {
  const at = random.below(text.length)
  const letters = [...LETTERS].filter((letter) => letter !== text[at])
  switch (text === '' ? 0 : random.below(4)) {
    case 0:
      return text.slice(0, at) + random.one(letters) + text.slice(at)
    case 1:
      return text.slice(0, at) + text.slice(at + 1)
    default:
      return text.slice(0, at) + random.one(letters) + text.slice(at + 1)
  }
}

function otherHex(hex: string, random: SeededRandom): string {
  const at = 2 + random.below(hex.length - 2)
  const bit = 1 << random.below(4)
  return hex.length <= 2
    ? '\\x00'
    : hex.slice(0, at) + (Number.parseInt(hex[at]!, 16) ^ bit).toString(16) + hex.slice(at + 1)
}

/** From a second to some days away. */
function otherTime(text: string | null, random: SeededRandom): string {
  const away = random.one([1_000, 60_000, DAY_MS]) * (1 + random.below(20))
  return new Date((text === null ? 0 : Date.parse(text)) + (random.below(2) === 0 ? away : -away)).toISOString()
}

/** A different value somewhere in it, not just a different notation. */
export function otherJson(text: string | null, random: SeededRandom): string {
  const digits = [...(text ?? '').matchAll(/[1-8]/g)]
  if (text === null || digits.length === 0) return text === '[]' ? '[0]' : '[]'
  const { index } = random.one(digits)
  return `${text.slice(0, index)}${Number(text[index]) + 1}${text.slice(index + 1)}`
}
