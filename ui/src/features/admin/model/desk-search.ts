// Validates the search parameters of a section. Its route only gives them a type, so that the first view of the site
// needs no schemas; the section's own code checks them.
import * as z from 'zod/mini'
import { sortsOf } from '#services/contract/desk/choices.ts'
import { AUDIT_KINDS } from '#services/contract/trail/audit-kinds.ts'

/** The router parses '?q=12' as a number. */
const asText = z.pipe(z.union([z.string(), z.number(), z.boolean()]), z.transform(String))

/** Free text of at most `max` characters. */
export const textField = (max = 100) => z.optional(z.pipe(asText, z.string().check(z.minLength(1), z.maxLength(max))))

/** From 2: page 1 has no parameter. */
export const pageField = () =>
  z.optional(z.pipe(z.pipe(asText, z.transform(Number)), z.int().check(z.minimum(2), z.maximum(1_000_000))))

/** A ledger number. */
export const numberField = () =>
  z.optional(z.pipe(z.pipe(asText, z.transform(Number)), z.int().check(z.minimum(0), z.maximum(1e15))))

/** The id of an account, a bet or an event: 32 hex digits. */
export const idField = () => z.optional(z.pipe(asText, z.string().check(z.regex(/^[0-9a-f]{32}$/))))

export const choiceField = <const Value extends string>(values: readonly Value[]) =>
  z.optional(z.pipe(asText, z.enum(values as unknown as readonly [Value, ...Value[]])))

const KIND = `(${AUDIT_KINDS.join('|')})`
/** 'all', or kinds of events separated by commas: 'money,settlement'. */
export const kindsField = () =>
  z.optional(
    z.pipe(asText, z.string().check(z.regex(new RegExp(`^(all|${KIND}(,${KIND}){0,${AUDIT_KINDS.length - 1}})$`)))),
  )

/** The column that a list is sorted by: 'stake' ascending or '-stake' descending. */
export const sortField = <const Column extends string>(columns: readonly Column[]) => choiceField(sortsOf(columns))

/** Euros with at most two decimals, as text: '20' or '20.50'. */
export const amountField = () => z.optional(z.pipe(asText, z.string().check(z.regex(/^\d{1,9}(\.\d{1,2})?$/))))

/** A day: '2026-11-20'. */
export const dayField = () => z.optional(z.pipe(asText, z.iso.date()))

/** A day and a time: '2026-11-20T18:30'. */
export const momentField = () =>
  z.optional(z.pipe(asText, z.string().check(z.regex(/^\d{4}-\d\d-\d\dT\d\d:\d\d(:\d\d)?$/))))

/** The key, as given by the server, at which a page of a list begins. */
export const keyField = () => textField(400)

type SearchShape = Readonly<Record<string, z.ZodMiniType>>

/** All fields are optional: a missing one has its default. */
export const defineSearch = <Shape extends SearchShape>(shape: Shape) => z.object(shape)

/** Leaves out invalid fields and keeps the others. */
export function parseDeskSearch<Shape extends SearchShape>(
  schema: z.ZodMiniObject<Shape>,
  search: Readonly<Record<string, unknown>>,
): z.output<z.ZodMiniObject<Shape>> {
  const read = schema.safeParse(search)
  if (read.success) return withoutBlanks(read.data)
  const wrong = new Set(read.error.issues.map(({ path }) => path[0]))
  const rest = Object.fromEntries(Object.entries(search).filter(([name]) => !wrong.has(name)))
  return withoutBlanks(schema.parse(rest))
}

const withoutBlanks = <Search extends object>(search: Search): Search =>
  Object.fromEntries(Object.entries(search).filter(([, value]) => value !== undefined)) as Search
