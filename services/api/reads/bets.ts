// Bets as the api shows them, from their read model.
import { LRUCache } from 'lru-cache'
import type pg from 'pg'
import type { GradedLeg, Leg } from '../../../domain/account/events.ts'
import { eurosOf } from '../../../domain/money.ts'
import type { Bet } from '../contract.ts'

type BetRow = {
  bet_id: string
  account_id: string
  status: Bet['status']
  stake_cents: string
  odds: string
  struck_return_cents: string
  return_cents: string | null
  placed_at: Date
  settled_at: Date | null
  legs: Leg[]
  graded: GradedLeg[] | null
}

const COLUMNS = `bet_id, account_id, status, stake_cents, odds, struck_return_cents, return_cents, placed_at, settled_at,
  legs, graded`

export type BetReads = {
  /** Newest first; those placed before the bet `before`, where it is given. */
  betsOf(account: string, page: { before: string | null; limit: number }): Promise<Bet[]>
  /** All bets, newest first, with the account that placed each. */
  page(offset: number, limit: number): Promise<{ bet: Bet; account: string }[]>
  /** How many open bets each fixture has. */
  openBetsByFixture(): Promise<Map<string, number>>
}

export function createBetReads(pool: pg.Pool): BetReads {
  /** 'Home vs Away' by fixture: a fixture's teams never change. */
  const titles = new LRUCache<string, string>({ max: 20_000 })

  async function learnTitles(rows: readonly BetRow[]): Promise<void> {
    const wanted = new Set<string>()
    for (const { legs } of rows) for (const { fixture } of legs) if (!titles.has(fixture)) wanted.add(fixture)
    if (wanted.size === 0) return
    const { rows: found } = await pool.query<{ fixture_id: string; home: string; away: string }>(
      'select fixture_id, home, away from app.fixture where fixture_id = any($1)',
      [[...wanted]],
    )
    for (const { fixture_id, home, away } of found) titles.set(fixture_id, `${home} vs ${away}`)
  }

  async function shown(rows: readonly BetRow[]): Promise<Bet[]> {
    await learnTitles(rows)
    return rows.map((row) => betOf(row, (fixture) => titles.get(fixture) ?? ''))
  }

  return {
    async betsOf(account, { before, limit }) {
      const { rows } = await pool.query<BetRow>({
        name: 'bets_of',
        text: `select ${COLUMNS} from app.bet
                where account_id = $1
                  and ($2::text is null or number < (select number from app.bet where bet_id = $2 and account_id = $1))
                order by number desc limit $3`,
        values: [account, before, limit],
      })
      return shown(rows)
    },
    async page(offset, limit) {
      const { rows } = await pool.query<BetRow>(
        `select ${COLUMNS} from app.bet order by number desc offset $1 limit $2`,
        [offset, limit],
      )
      return (await shown(rows)).map((bet, at) => ({ bet, account: rows[at]!.account_id }))
    },
    async openBetsByFixture() {
      const { rows } = await pool.query<{ fixture_id: string; bets: string }>(
        'select fixture_id, count(*) as bets from app.open_leg group by fixture_id',
      )
      return new Map(rows.map((row) => [row.fixture_id, Number(row.bets)]))
    },
  }
}

function legsOf({ legs, graded }: BetRow, titleOf: (fixture: string) => string): Bet['legs'] {
  return legs.map((leg, at) => {
    const grade = graded?.find((one) => one.leg === at)
    return {
      eventId: leg.fixture,
      sport_key: leg.league,
      gameTitle: titleOf(leg.fixture),
      marketName: leg.market,
      selection: leg.selectionName,
      price: Number(leg.odds),
      odds: Number(leg.odds),
      commence_time: leg.startsAt,
      status: grade?.grade ?? 'pending',
      void_reason: grade?.voidReason ?? null,
    }
  })
}

function betOf(row: BetRow, titleOf: (fixture: string) => string): Bet {
  const legs = legsOf(row, titleOf)
  const single = legs.length === 1 ? legs[0]! : null
  const struck = eurosOf(Number(row.struck_return_cents))
  return {
    id: row.bet_id,
    game: single?.gameTitle ?? `${legs.length}-Leg Parlay`,
    bet_type: single?.marketName ?? 'parlay',
    selection: single?.selection ?? null,
    odd: Number(row.odds),
    bet_amount: eurosOf(Number(row.stake_cents)),
    potential_win: row.return_cents === null ? struck : eurosOf(Number(row.return_cents)),
    struck_potential_win: struck,
    status: row.status,
    is_parlay: single === null,
    legs,
    event_id: single?.eventId ?? null,
    sport_key: single?.sport_key ?? null,
    commence_time: single?.commence_time ?? null,
    created_at: row.placed_at.toISOString(),
    settled_at: row.settled_at?.toISOString() ?? null,
  }
}
