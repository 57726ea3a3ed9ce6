// The admins, and what they were given from the treasury.
import { sql } from 'slonik'
import { z } from 'zod'
import { periodsAt } from '#domain/calendar/periods.ts'
import { eurosOf, formatCents } from '#domain/money.ts'
import { rangeOf } from '#projections/audit/queries.ts'
import { type DrawRow, decidedDraws, drawnWithin, saidOfDraws, waitingDraws } from '#projections/treasury/queries.ts'
import type { AdminUsers, Approvals } from '#services/contract/contract.ts'
import { DeskRole } from '#services/contract/values.ts'
import type { Queries } from '#services/platform/database/queries.ts'
import type { PeopleReads } from '../people.ts'

const DECIDED_SHOWN = 50

const AdminRow = z.object({
  userId: z.string(),
  username: z.string(),
  role: DeskRole,
  floatCents: z.number(),
  blocked: z.boolean(),
  creator: z.string().nullable(),
  openedAt: z.date(),
  pendingCents: z.number().nullable(),
})

/** Admins who were not removed, in the order in which they were added. */
export async function adminUsers(db: Queries): Promise<AdminUsers> {
  const rows = await db.any(sql.prepared('admins', AdminRow)`
    select a.account_id as "userId", i.username, a.role, a.float_cents as "floatCents",
      a.blocked, c.username as creator, a.opened_at as "openedAt",
      (select sum(d.amount_cents)::bigint from app.treasury_draw d
        where d.state = 'waiting' and d.account_id = a.account_id) as "pendingCents"
    from app.account a join app.identity i on i.account_id = a.account_id
      left join app.identity c on c.account_id = a.opened_by
    where a.role <> 'user' and not a.closed order by a.opened_at, a.account_id`)
  return {
    adminUsers: rows.map(({ userId, username, role, floatCents, blocked, creator, openedAt, pendingCents }) => ({
      userId,
      username,
      role,
      balance: formatCents(floatCents),
      is_blocked: blocked,
      admin_creator: creator,
      created_at: openedAt.toISOString(),
      pending: pendingCents === null ? null : eurosOf(pendingCents),
    })),
    superAdmins: rows.filter(({ role }) => role === 'super-admin').map(({ username }) => username),
  }
}

export async function approvals({
  queries,
  people,
  now,
  budgetCents,
  reader,
}: {
  queries: Queries
  people: PeopleReads
  now: Date
  budgetCents: number
  /** `all`: sees everybody's draws rather than only their own. */
  reader: { readonly account: string; readonly all: boolean; readonly decides: boolean }
}): Promise<Approvals> {
  const { from, until } = periodsAt(now.toISOString()).day
  const by = reader.all ? null : reader.account
  const [waiting, decided, usedCents] = await Promise.all([
    waitingDraws(queries, by),
    decidedDraws(queries, by, DECIDED_SHOWN),
    drawnWithin(queries, from, until),
  ])
  const since = decided.map(({ at }) => at.toISOString()).toSorted()[0]
  const range = since === undefined ? null : await rangeOf(queries, { since, until: null })
  const said = range === null ? [] : await saidOfDraws(queries, decided, range.from)
  const saidOf = Map.groupBy(said, ({ draw }) => draw)
  const ids = [...waiting, ...decided].flatMap(({ account, requestedBy, decidedBy }) => [
    account,
    requestedBy,
    decidedBy,
  ])
  const users = await people.users([...new Set(ids.filter((id) => id !== null))])
  const nameOf = (account: string | null) => (account === null ? null : (users.get(account)?.username ?? null))
  const shown = ({ draw, account, requestedBy, at, amountCents }: DrawRow) => ({
    id: draw,
    username: nameOf(account),
    requestedBy: nameOf(requestedBy),
    requestedAt: at.toISOString(),
    amount: eurosOf(amountCents),
  })
  return {
    decides: reader.decides,
    waiting: waiting.map((row) => ({
      ...shown(row),
      balance: users.get(row.account)?.balance ?? formatCents(0),
      reason: row.reason,
    })),
    decided: decided.map((row) => ({
      ...shown(row),
      ...reasonsOf(saidOf.get(row.draw) ?? []),
      basis: row.basis,
      state: row.state as Exclude<DrawRow['state'], 'waiting'>,
      decidedBy: nameOf(row.decidedBy),
      decidedAt: row.decidedAt?.toISOString() ?? null,
    })),
    usedToday: eurosOf(usedCents),
    dailyBudget: eurosOf(budgetCents),
  }
}

type Said = Awaited<ReturnType<typeof saidOfDraws>>

/** A draw that needed no approval has a single event, whose reason is that of the admin who made it. */
function reasonsOf(said: Said) {
  const decision = said.findLast(({ isRequest }) => !isRequest)
  const request = said.find(({ isRequest }) => isRequest)
  return {
    number: (decision ?? request)?.number ?? null,
    reason: (request ?? decision)?.reason ?? null,
    decisionReason: (request && decision?.reason) ?? null,
  }
}
