// Decisions that wait for a second admin.
import { type CommonQueryMethods, sql } from 'slonik'
import { z } from 'zod'
import type { SettlementAsked } from '#domain/four-eyes/four-eyes-events.ts'

export const AskedRow = z.object({
  request: z.string(),
  /** 'fixture-<id>' or 'account-<id>'. */
  stream: z.string(),
  askedBy: z.string(),
  askedAt: z.date(),
  /** '<stream>@<version>' of the event that asked. */
  event: z.string(),
  data: z.custom<SettlementAsked>(),
})
export type AskedRow = z.infer<typeof AskedRow>

/** The oldest first: at most `limit`, after the first `offset`. */
export const askedSettlements = (db: CommonQueryMethods, limit: number, offset: number): Promise<readonly AskedRow[]> =>
  db.any(sql.prepared('asked settlements', AskedRow)`
    select request_id as request, stream, asked_by as "askedBy", asked_at as "askedAt", asked_event as event, data from app.asked_settlement order by asked_at, request_id limit ${limit} offset ${offset}`)

/** Null if it does not wait, or never did. */
export const askedSettlement = (db: CommonQueryMethods, id: string): Promise<AskedRow | null> =>
  db.maybeOne(sql.prepared('asked settlement', AskedRow)`
    select request_id as request, stream, asked_by as "askedBy", asked_at as "askedAt", asked_event as event, data from app.asked_settlement where request_id = ${id}`)

/** The table has only those that wait. */
export const countAskedSettlements = (db: CommonQueryMethods): Promise<number> =>
  db.oneFirst(sql.prepared('count of asked settlements', z.object({ count: z.number() }))`
    select count(*) as count from app.asked_settlement`)
