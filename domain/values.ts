// The shapes of values that events and commands share: integer cents, exact odds, ids, instants.
import { z } from 'zod'
import { MAX_CENTS } from './limits.ts'

const wellFormed = (text: string) => text.isWellFormed() && !text.includes('\u0000')

/** Well-formed Unicode without NUL, as canonical JSON and Postgres `text` both need. */
export const Text = z.string().min(1).max(400).refine(wellFormed, 'must be well-formed text')
/** A random id of ours: 32 lower-case hexadecimal digits. */
export const Id = z.string().regex(/^[0-9a-f]{32}$/)
/** SHA-256 in lower-case hexadecimal. */
export const Hash = z.string().regex(/^[0-9a-f]{64}$/)
/** Whole euro cents. */
export const Cents = z.int().min(0).max(MAX_CENTS)
export const PositiveCents = z.int().min(1).max(MAX_CENTS)
/** Decimal odds with exactly two decimals, as struck and as shown: '2.10'. */
export const Odds = z.string().regex(/^[1-9]\d{0,9}\.\d{2}$/)
/** RFC 3339 in UTC with milliseconds: '2026-11-20T18:30:00.000Z'. */
export const Instant = z.string().regex(/^\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d\.\d{3}Z$/)
/** Whether an instant exists ('2026-02-30…' does not) and is in the years 1 to 9999: no table stores another. */
export function isPossible(instant: string): boolean {
  const at = new Date(instant)
  return !Number.isNaN(at.getTime()) && at.toISOString() === instant && /^\d{4}-/.test(instant) && instant >= '0001'
}
/** A business day: '2026-11-20'. */
export const Day = z.string().regex(/^\d{4}-\d\d-\d\d$/)
/** One event, by its stream and version: 'fixture-<id>@3'. */
export const EventRef = z.string().regex(/^[a-z]+(-[0-9a-f]{32})?@\d+$/)
export const StreamVersion = z.int().min(0)

/** A word of an open list, to which later code may add: 'late', 'not-completed'. */
export const Word = z.string().regex(/^[a-z][a-z-]{1,31}$/)
/** A line or total: '-1.5', '2.25'. */
export const Point = z.string().regex(/^-?\d{1,4}(\.\d{1,2})?$/)

/** The roles that the first versions of events and metadata know. */
export const FirstRole = z.enum(['user', 'admin', 'super-admin'])
export type FirstRole = z.infer<typeof FirstRole>
/** An auditor sees everything that the desk sees, and changes nothing. */
export const Role = z.enum([...FirstRole.options, 'auditor'])
export type Role = z.infer<typeof Role>

/** The two balances that an account may have: a bettor's wallet, an admin's float. */
export const BalanceKind = z.enum(['wallet', 'float'])
export type BalanceKind = z.infer<typeof BalanceKind>

const SEEN = /[^\p{Cc}\p{Cf}\p{M}\p{Z}]/u

/** Whether a text has anything visible: spaces, and characters without a shape of their own, do not count. */
export const saysSomething = (text: string): boolean => SEEN.test(text)
