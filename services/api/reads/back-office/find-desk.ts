// Searches people, bets, events and ledger numbers for what an admin types, each in an index.
import { sql } from 'slonik'
import { z } from 'zod'
import { BET_STATUSES } from '#domain/bet/bet-statuses.ts'
import { eurosOf } from '#domain/money.ts'
import { type FoundFixture, fixturesOfTeams } from '#projections/fixtures/find.ts'
import { fixturesById } from '#projections/fixtures/queries.ts'
import { foldCase, foldOnce } from '#services/accounts/names/folding.ts'
import type { DeskFindings } from '#services/contract/contract.ts'
import { AccountRole } from '#services/contract/values.ts'
import type { Queries } from '#services/platform/database/queries.ts'
import { ERASED, erasedName, erasedNameOf } from '../customers/erased-name.ts'

const FOUND_MAX = 8
const ID = /^[0-9a-f]{4,32}$/
/** With fewer digits of an id, too much else would match. */
const ID_MIN = 6
/** A ledger number as people write it: at most fifteen digits, with or without thousands separators. */
const LEDGER_NUMBER = /^#?\d{1,3}(?:[,. ]?\d{3}){0,4}$|^#?\d{1,15}$/

export async function findForDesk(db: Queries, typed: string, now: Date): Promise<DeskFindings> {
  const text = typed.trim()
  const id = idIn(text.toLowerCase())
  const number = LEDGER_NUMBER.test(text) ? Number(text.replace(/\D/g, '')) : null
  const [users, bets, events, lines] = await Promise.all([
    usersFound(db, text, id),
    id === null ? [] : betsFound(db, id),
    eventsFound(db, text, id, now),
    number === null ? [] : lineFound(db, number),
  ])
  return { users, bets, events, lines }
}

/** The beginning of an id, typed as such or within the name that stands for an erased person. */
function idIn(text: string): string | null {
  const id = text.startsWith(ERASED) ? text.slice(ERASED.length) : text
  return ID.test(id) && id.length >= ID_MIN ? id : null
}

const UserRow = z.object({
  id: z.string(),
  username: z.string(),
  role: AccountRole,
  is_blocked: z.boolean(),
})

/** An upper bound for all texts that begin with this prefix. */
const after = (prefix: string): string => `${prefix}\u{10FFFF}`

function usersFound(db: Queries, text: string, id: string | null): Promise<DeskFindings['users']> {
  const name = foldCase(foldOnce(text.normalize('NFKC')))
  const byId = id === null ? sql.fragment`false` : sql.fragment`account_id >= ${id} and account_id < ${after(id)}`
  const erased = erasedNameOf(sql.fragment`account_id`)
  return db.any(sql.type(UserRow)`
    select account_id as id, username, role, blocked as is_blocked
    from (
      (select account_id, username, username_normal from app.identity
        where username_normal collate "C" >= ${name} and username_normal collate "C" < ${after(name)}
        order by username_normal collate "C" limit ${FOUND_MAX})
      union
      (select account_id, username, username_normal from app.identity where ${byId} order by account_id limit ${FOUND_MAX})
      union
      (select account_id, ${erased}, ${erased} from app.account a where ${byId} and role = 'user' and closed
        and not exists (select from app.identity i where i.account_id = a.account_id) order by account_id limit ${FOUND_MAX})
    ) named
    join app.account using (account_id)
    where role = 'user' or not closed
    order by username_normal limit ${FOUND_MAX}`) as Promise<DeskFindings['users']>
}

const BetRow = z.object({
  id: z.string(),
  account: z.string(),
  username: z.string().nullable(),
  name: z.string(),
  stakeCents: z.number(),
  status: z.enum(BET_STATUSES),
})

async function betsFound(db: Queries, id: string): Promise<DeskFindings['bets']> {
  const rows = await db.any(sql.type(BetRow)`
    select bet_id as id, account_id as account, (select username from app.identity i where i.account_id = bet.account_id) as username,
      case json_array_length(legs) when 1 then legs -> 0 ->> 'selectionName'
        else json_array_length(legs) || '-Leg Parlay' end as name,
      stake_cents as "stakeCents", status
    from app.bet where bet_id >= ${id} and bet_id < ${after(id)} order by bet_id limit ${FOUND_MAX}`)
  return rows.map(({ account, username, stakeCents, ...bet }) => ({
    ...bet,
    username: username ?? erasedName(account),
    stake: eurosOf(stakeCents),
  }))
}

async function eventsFound(db: Queries, text: string, id: string | null, now: Date): Promise<DeskFindings['events']> {
  const [byTeam, byId] = await Promise.all([
    fixturesOfTeams(db, text, now, FOUND_MAX),
    id === null ? [] : fixturesById(db, [id]),
  ])
  return [...byId, ...byTeam].slice(0, FOUND_MAX).map(shownEvent)
}

const shownEvent = ({ fixture, league, home, away, startsAt, resultHome, resultAway }: FoundFixture) => ({
  id: fixture,
  league,
  home,
  away,
  startsAt: startsAt.toISOString(),
  result: resultHome === null || resultAway === null ? null : { home: resultHome, away: resultAway },
})

const LineRow = z.object({
  number: z.number(),
  type: z.string(),
  at: z.date(),
  userId: z.string().nullable(),
  betId: z.string().nullable(),
  eventId: z.string().nullable(),
})

async function lineFound(db: Queries, number: number): Promise<DeskFindings['lines']> {
  const rows = await db.any(sql.type(LineRow)`
    select number, type, at, account_id as "userId", bet_id as "betId", fixture_id as "eventId"
    from app.audit where number = ${number}`)
  return rows.map((row) => ({ ...row, at: row.at.toISOString() }))
}
