// The whole history of an account or a bet, from its first event on.
import { Id } from '#domain/values.ts'
import type { TrailFilter } from '#projections/audit/queries.ts'
import { bettorOf } from '#projections/bets/queries.ts'
import type { AuditHistory, AuditQuery } from '#services/contract/contract.ts'
import type { Queries } from '#services/platform/database/queries.ts'
import type { ShowAddress } from './line.ts'
import { soughtBet, soughtPerson } from './search.ts'
import { trailPage } from './trail.ts'

type Asked = Pick<AuditQuery, 'before' | 'after' | 'limit'>

/** `of`: an account's id or name, or a bet's id. Null if it is none of these. */
export async function historyOf(
  db: Queries,
  of: string,
  page: Asked,
  showAddress: ShowAddress,
): Promise<AuditHistory | null> {
  const id = of.toLowerCase()
  const bettor = Id.safeParse(id).success ? await bettorOf(db, id) : null
  const sought = bettor === null ? await soughtPerson(db, of) : soughtBet(id)
  const filter: TrailFilter = {
    sought: [sought],
    types: null,
    since: null,
    until: null,
    leastCents: null,
    mostCents: null,
  }
  const found = await trailPage(db, page, showAddress, filter)
  const [line] = found.lines
  if (line === undefined) {
    // the page may be beyond the end of a history, or there may be no such account or bet
    const any = await trailPage(db, { limit: 1 }, showAddress, filter)
    if (any.lines.length === 0) return null
  }
  if (bettor !== null) {
    const about = { kind: 'bet' as const, id, title: `Bet ${id.slice(0, 8)}`, owner: line?.on ?? null }
    return { ...found, about }
  }
  const account = sought.people[0]!
  const named = found.lines.flatMap(({ who, on }) => (who.id === account ? [who] : on?.id === account ? [on] : []))[0]
  return { ...found, about: { kind: 'account', id: account, title: named?.name ?? of, owner: null } }
}
