// Interprets what somebody types into the search of the audit trail: a ledger number, the beginning of a name or id,
// teams, or words of a reason. Everything that it may mean is searched.
import { sql } from 'slonik'
import { z } from 'zod'
import type { Sought } from '#projections/audit/queries.ts'
import { fixturesOfTeams } from '#projections/fixtures/find.ts'
import type { Queries } from '#services/platform/database/queries.ts'
import { partNamed } from './parts.ts'

/** How many matches of a kind are used; for fewer, people type more. */
const MOST = 12

const REASONS_MOST = 2_000

const NOTHING: Sought = { numbers: [], people: [], bets: [], fixtures: [], reasons: null }
const NUMBER = /^#?\s*(\d{1,3}(?:[,. ]\d{3})+|\d{1,15})$/
const ID = /^[0-9a-f]{6,32}$/
const WORD = /^[a-z][a-z-]{1,31}$/

const Found = z.object({ sort: z.enum(['person', 'bet', 'fixture']), id: z.string() })

export async function soughtBy(db: Queries, text: string): Promise<Sought> {
  const typed = text.trim()
  const number = NUMBER.exec(typed)?.[1]
  const small = typed.toLowerCase()
  const prefix = `${escaped(small)}%`
  const byId = ID.test(small)
    ? sql.fragment`union all (select 'bet', bet_id from app.bet where bet_id >= ${small} and bet_id < ${`${small}g`} limit ${MOST})
      union all (select 'fixture', fixture_id from app.fixture where fixture_id >= ${small} and fixture_id < ${`${small}g`} limit ${MOST})
      union all (select 'person', account_id from app.identity where account_id >= ${small} and account_id < ${`${small}g`} limit ${MOST})`
    : sql.fragment``
  const [rows, games] = await Promise.all([
    db.any(sql.type(Found)`
      (select 'person' as sort, account_id as id from app.identity where username_normal collate "C" like ${prefix}
        order by username_normal collate "C" limit ${MOST})
      ${byId}`),
    fixturesOfTeams(db, typed, null, MOST),
  ])
  const of = (sort: string) => [...new Set(rows.flatMap((row) => (row.sort === sort ? [row.id] : [])))]
  return {
    numbers: number === undefined ? [] : [Number(number.replace(/\D/g, ''))],
    // a part of the product may be typed as a single word
    people: [...of('person'), ...(WORD.test(small) ? [partNamed(small)] : [])],
    bets: of('bet'),
    fixtures: [...new Set([...of('fixture'), ...games.map(({ fixture }) => fixture)])],
    reasons: reasonsSaying(typed),
  }
}

/**
 * Reasons that contain exactly this text, from the beginning of a word on. The words are found by an index; the last
 * one may be incomplete.
 */
const reasonsSaying = (words: string) => sql.fragment`
  select commitment from app.reason_text
  where to_tsvector('simple', text) @@ (nullif(plainto_tsquery('simple', ${words})::text, '') || ':*')::tsquery
    and text ilike ${`%${escaped(words)}%`}
  limit ${REASONS_MOST}`

const Account = z.object({ account: z.string() })

/** An account by its name or id, otherwise a part of the product. */
export async function soughtPerson(db: Queries, person: string): Promise<Sought> {
  const small = person.toLowerCase()
  const name = small.normalize('NFKC')
  const found = await db.any(sql.type(Account)`
    select account_id as account from app.identity where username_normal = ${name} or account_id = ${small}`)
  return { ...NOTHING, people: found.length === 0 ? [partNamed(small)] : found.map(({ account }) => account) }
}

export const soughtBet = (bet: string): Sought => ({ ...NOTHING, bets: [bet] })
export const soughtFixture = (fixture: string): Sought => ({ ...NOTHING, fixtures: [fixture] })

/** Escaped for LIKE, so that it matches literally. */
const escaped = (text: string): string => text.replace(/[\\%_]/g, '\\$&')
