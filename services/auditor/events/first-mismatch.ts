// Finds where a value does not match a schema, for the report.
import type { JsonSchema } from './json-schema.ts'
import { patternOf } from './pattern.ts'
import { withRealTimes } from './times/real-times.ts'

/** The path of the first mismatch and what was expected there; null if the value matches. */
export function firstMismatch(
  schema: JsonSchema,
  value: unknown,
  path = '',
): { path: string; expected: string } | null {
  const text = JSON.stringify(value)
  if (schema.type === 'object' && schema.properties && value !== null && typeof value === 'object') {
    const names = Object.keys(schema.properties)
    for (const name of names) {
      if (!Object.hasOwn(value, name)) {
        if (schema.required?.includes(name) !== true) continue
        return { path: `${path}.${name}`, expected: 'a value' }
      }
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
  const source = patternOf(schema)
  if (!new RegExp(`^${source}$`).test(text)) return { path, expected: JSON.stringify(schema) }
  return new RegExp(`^${withRealTimes(source)}$`).test(text) ? null : { path, expected: 'a time that there is' }
}
