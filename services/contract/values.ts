// Amounts and times in request and reply bodies.
import { z } from 'zod'
import { MAX_REASON_LENGTH } from '#domain/limits.ts'
import { saysSomething } from '#domain/values.ts'

/** Roles with access to the back office. An auditor changes nothing there. */
export const DeskRole = z.enum(['admin', 'super-admin', 'auditor'])
export type DeskRole = z.infer<typeof DeskRole>
/** Any role. */
export const AccountRole = z.enum(['user', ...DeskRole.options])

/**
 * Any field named `balance` is a string with two decimals: '65.00'. Amounts elsewhere are numbers with two decimals.
 */
export const BalanceText = z.string().regex(/^-?\d+\.\d{2}$/)
/** A name or an id that a call needs: not blank. */
export const Given = z.string().min(1)
/** Euros with at most two decimals. The server reads the digits as sent and keeps integer cents. */
export const Euros = z.number().finite()
/** The same in a query, as text. */
export const EurosText = z.string().regex(/^\d{1,9}(\.\d{1,2})?$/, 'must be an amount of euros')
/** How a list is sent: a page as JSON, or all of it as a file. */
export const ListFormat = z.enum(['json', 'csv']).default('json')
export const IsoTime = z.iso.datetime()
/** A time in a query: only what Postgres can read. */
export const AskedTime = IsoTime.max(30).refine((time) => !time.startsWith('0000'), 'must be a time after the year 0')
/** A key of the catalog: 'soccer', 'rugby'. */
export const SportKey = z.string().regex(/^[a-z]{2,30}$/)
/** The field of an action that may have a reason. */
export const withReason = { reason: z.string().max(MAX_REASON_LENGTH).optional() }
/** The reason for an action that requires one. */
export const RequiredReason = z
  .string()
  .trim()
  .min(1)
  .max(MAX_REASON_LENGTH)
  .refine(saysSomething, 'must say something')
