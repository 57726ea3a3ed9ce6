// What waits for a second admin.
import { type CommonQueryMethods, sql } from 'slonik'
import { z } from 'zod'
import type { SettlementAsked } from '#domain/four-eyes/four-eyes-events.ts'

export const AskedRow = z.object({
  request: z.string(),
  /** 'fixture-<id>' or 'account-<id>'. */
  stream: z.string(),
  askedBy: z.string(),
  askedAt: z.date(),
  data: z.custom<SettlementAsked>(),
})
export type AskedRow = z.infer<typeof AskedRow>

const columns = sql.fragment`
  request_id as request, stream, asked_by as "askedBy", asked_at as "askedAt", data`

/** The oldest first, at most `limit`. */
export const askedSettlements = (db: CommonQueryMethods, limit: number): Promise<readonly AskedRow[]> =>
  db.any(sql.prepared('asked settlements', AskedRow)`
    select ${columns} from app.asked_settlement order by asked_at, request_id limit ${limit}`)

/** Null where it does not wait (any more). */
export const askedSettlement = (db: CommonQueryMethods, request: string): Promise<AskedRow | null> =>
  db.maybeOne(sql.prepared('asked settlement', AskedRow)`
    select ${columns} from app.asked_settlement where request_id = ${request}`)
