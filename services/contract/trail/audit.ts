// GET /api/admin/audit, /api/admin/audit/{number}, /api/admin/history/{account|bet}: the audit trail.
import { z } from 'zod'
import { AskedTime, Euros, IsoTime } from '../values.ts'
import { AUDIT_KINDS } from './audit-kinds.ts'

export const AuditKind = z.enum(AUDIT_KINDS)
export type AuditKind = z.infer<typeof AuditKind>

/** A part of a sentence; `strong`: emphasised. */
export const SentencePart = z.object({ text: z.string(), strong: z.boolean() })
export type SentencePart = z.infer<typeof SentencePart>

const Someone = z.object({
  /** An account, or a part of the product: 'settler'. */
  id: z.string(),
  name: z.string(),
})
export type Someone = z.infer<typeof Someone>

export const AuditLine = z.object({
  /** The ledger number. */
  number: z.number(),
  /** Business time, by which all rules go. */
  at: IsoTime,
  /** When it was written, in system time. */
  recordedAt: IsoTime,
  kind: AuditKind,
  type: z.string(),
  who: Someone.extend({ role: z.string() }),
  /** Whose account it is on; null for games, the offer and the like. */
  on: Someone.nullable(),
  what: z.array(SentencePart),
  before: z.string().nullable(),
  after: z.string().nullable(),
  /** The text, '(erased)' if it was erased; null if none was given. */
  reason: z.string().nullable(),
  approvedBy: Someone.nullable(),
  command: z.string(),
  /**
   * Where the request came from. For other admins' requests it is a pseudonym, unless a super admin or auditor reads
   * it. Null if none is kept.
   */
  ip: z.string().nullable(),
  bet: z.string().nullable(),
  fixture: z.object({ id: z.string(), title: z.string() }).nullable(),
  amount: Euros.nullable(),
})
export type AuditLine = z.infer<typeof AuditLine>

export const AuditPage = z.object({
  /** Newest first. */
  lines: z.array(AuditLine),
  /** Whether there are lines above the first and below the last; their numbers are passed as `after` and `before`. */
  newer: z.boolean(),
  older: z.boolean(),
  /** Matching lines, counted up to `COUNTED_MAX`; null for a page by `before` or `after`. */
  matching: z.number().nullable(),
  /** Number of events that the trail has. */
  events: z.number(),
})
export type AuditPage = z.infer<typeof AuditPage>

const Number15 = z.string().regex(/^\d{1,15}$/)
/** In euros, as text. */
const AskedEuros = z.string().regex(/^\d{1,10}(\.\d{1,2})?$/)

export const AuditQuery = z.object({
  /** A person, bet, game, reason or ledger number, as somebody types it. */
  q: z.string().trim().max(100).optional(),
  /** A user name, an account's id, or a part of the product: who did it, to whom, or who approved. */
  person: z.string().trim().max(100).optional(),
  /** Separated by commas. */
  kind: z
    .string()
    .regex(/^[a-z]+(,[a-z]+)*$/)
    .transform((text) => text.split(','))
    .pipe(z.array(AuditKind))
    .optional(),
  since: AskedTime.optional(),
  until: AskedTime.optional(),
  bet: z.string().trim().max(64).optional(),
  fixture: z.string().trim().max(64).optional(),
  least: AskedEuros.optional(),
  most: AskedEuros.optional(),
  before: Number15.transform(Number).optional(),
  after: Number15.transform(Number).optional(),
  limit: z
    .string()
    .regex(/^[1-9]\d{0,2}$/)
    .default('50')
    .transform(Number)
    .refine((limit) => limit <= 200, 'must be at most 200'),
  /** A file of what the filter matches, newest first: at most 100,000 lines. */
  format: z.enum(['json', 'csv', 'jsonl']).default('json'),
})
export type AuditQuery = z.infer<typeof AuditQuery>

export const AuditedEvent = z.object({
  line: AuditLine,
  stream: z.string(),
  version: z.number(),
  hash: z.string(),
  /** Its canonical bytes as they are stored and hashed; null if the store does not have it. */
  raw: z.string().nullable(),
  /** What caused it, and what it caused, in the order of the ledger. */
  causes: z.array(AuditLine),
  effects: z.array(AuditLine),
  /** It caused more than is shown. */
  moreEffects: z.boolean(),
  /** Money that it moved between ledger accounts. */
  postings: z.array(z.object({ from: z.string(), to: z.string(), amount: Euros })),
})
export type AuditedEvent = z.infer<typeof AuditedEvent>

/** The whole history of one account or bet, oldest first, in pages: `older` goes back, `newer` forward. */
export const AuditHistory = AuditPage.extend({
  about: z.object({ kind: z.enum(['account', 'bet']), id: z.string(), title: z.string(), owner: Someone.nullable() }),
})
export type AuditHistory = z.infer<typeof AuditHistory>
