// The audit trail: every event's metadata.
import { type CommonQueryMethods, sql } from 'slonik'
import { z } from 'zod'

/** `number`: ledger number. `session`: commitment to the session it was asked for in. `at` is business time. */
export const AuditRow = z.object({
  number: z.number(),
  stream: z.string(),
  version: z.number(),
  type: z.string(),
  at: z.date(),
  recordedAt: z.date(),
  actor: z.string(),
  actorRole: z.string(),
  session: z.string().nullable(),
  command: z.string(),
  correlation: z.string(),
  causation: z.string().nullable(),
  reason: z.string().nullable(),
  hash: z.string(),
})
export type AuditRow = z.infer<typeof AuditRow>

/** The newest first: those before the ledger number `before`, and of one stream, where they are given. */
export const auditPage = (
  db: CommonQueryMethods,
  { before = null, stream = null, limit }: { before?: number | null; stream?: string | null; limit: number },
): Promise<readonly AuditRow[]> => {
  const conditions = [
    ...(before === null ? [] : [sql.fragment`number < ${before}`]),
    ...(stream === null ? [] : [sql.fragment`stream = ${stream}`]),
  ]
  const where =
    conditions.length === 0 ? sql.fragment`` : sql.fragment`where ${sql.join(conditions, sql.fragment` and `)}`
  // along one stream the versions are in the order of the numbers, and have the index
  const order = stream === null ? sql.fragment`number` : sql.fragment`version`
  return db.any(sql.type(AuditRow)`
    select number, stream, version, type, at, recorded_at as "recordedAt", actor_id as actor, actor_role as "actorRole",
      session, command_id as command, correlation, causation, reason_code as reason, hash
    from app.audit ${where} order by ${order} desc limit ${limit}`)
}
