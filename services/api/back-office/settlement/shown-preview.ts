// A preview as it is shown: sums by selection, the first bets, and what the accounts affected most gain and lose.
import { sql } from 'slonik'
import { z } from 'zod'
import type { FixtureOutcome } from '#domain/fixture/fixture-outcome.ts'
import { eurosOf } from '#domain/money.ts'
import type { SettlementPreview } from '#services/contract/contract.ts'
import type { Queries } from '#services/platform/database/queries.ts'
import { erasedName } from '../../reads/customers/erased-name.ts'
import type { Services } from '../../services.ts'
import { type MovedBet, movedCents } from './moved-bets.ts'
import type { Preview } from './preview.ts'

const SHOWN_BETS = 20
const SHOWN_ACCOUNTS = 10
const ACCOUNTS_AT_ONCE = 5_000

const Purse = z.object({ account: z.string(), walletCents: z.number(), owedCents: z.number() })
type Purse = z.infer<typeof Purse>

/** What an account has and owes, before and after. Both are at least 0. */
type Change = { readonly account: string; readonly cents: number; readonly before: Purse; readonly after: Purse }

export async function shownPreview(
  { queries, reads }: Pick<Services, 'queries' | 'reads'>,
  preview: Preview,
  fixture: string | null,
): Promise<SettlementPreview> {
  const { fingerprint, complete, movesCents, laterCents, aloneCents, needsApproval, nothing } = preview
  const bets = preview.bets.filter(isTouched)
  const changes = await changesOf(queries, bets)
  const largest = changes.toSorted((a, b) => Math.abs(b.cents) - Math.abs(a.cents)).slice(0, SHOWN_ACCOUNTS)
  const first = bets.toSorted((a, b) => weightOf(b) - weightOf(a)).slice(0, SHOWN_BETS)
  const people = await reads.people.users([
    ...new Set([...largest, ...first.map(({ row }) => row)].map(({ account }) => account)),
  ])
  const nameOf = (account: string) => people.get(account)?.username ?? erasedName(account)
  const owed = changes.reduce((sum, { before, after }) => sum + Math.max(0, after.owedCents - before.owedCents), 0)
  return {
    fingerprint,
    complete,
    moves: eurosOf(movesCents),
    later: eurosOf(laterCents),
    above: eurosOf(aloneCents),
    needsApproval,
    nothing,
    scoreBefore: scoreOf(preview.outcomeBefore),
    scoreAfter: scoreOf(preview.outcomeAfter),
    total: {
      ...inEuros(bets.reduce(added, NONE)),
      getting: changes.filter(({ cents }) => cents > 0).length,
      giving: changes.filter(({ cents }) => cents < 0).length,
      becomesOwed: eurosOf(owed),
    },
    groups: groupsOf(bets, fixture),
    unchanged: preview.bets.length - bets.length,
    bets: first.map(({ row, statusBefore, statusAfter, before, after, most }) => ({
      id: row.bet,
      userId: row.account,
      username: nameOf(row.account),
      selection: row.legs.map(({ selectionName }) => selectionName).join(', '),
      odds: Number(row.odds),
      stake: eurosOf(row.stakeCents),
      statusBefore,
      statusAfter,
      before: before === null ? null : eurosOf(before),
      after: after === null ? null : eurosOf(after),
      mayReturn:
        most === undefined || statusBefore !== statusAfter
          ? null
          : { before: eurosOf(most.before), after: eurosOf(most.after) },
    })),
    accounts: largest.map(({ account, cents, before, after }) => ({
      userId: account,
      username: nameOf(account),
      change: eurosOf(cents),
      walletBefore: eurosOf(before.walletCents),
      walletAfter: eurosOf(after.walletCents),
      owedBefore: eurosOf(before.owedCents),
      owedAfter: eurosOf(after.owedCents),
    })),
  }
}

const scoreOf = (outcome: FixtureOutcome | null) => (outcome?.kind === 'result' ? outcome.score : null)

/** Settled differently than before, or still open with this leg decided. */
const isTouched = ({ statusBefore, statusAfter, before, after, most }: MovedBet): boolean =>
  statusBefore !== statusAfter || before !== after || most !== undefined
const gainOf = ({ before, after }: MovedBet): number => (after ?? 0) - (before ?? 0)
const weightOf = (bet: MovedBet): number => Math.max(Math.abs(gainOf(bet)), bet.row.stakeCents)

type Sums = {
  readonly bets: number
  readonly waiting: number
  readonly reopened: number
  readonly stakes: number
  readonly returnedBefore: number
  readonly returnedAfter: number
  readonly wallets: number
  readonly house: number
  readonly moves: number
}
const NONE: Sums = {
  bets: 0,
  waiting: 0,
  reopened: 0,
  stakes: 0,
  returnedBefore: 0,
  returnedAfter: 0,
  wallets: 0,
  house: 0,
  moves: 0,
}

/** Adds a bet. On a settled bet the house gains the stake less the return. */
function added(sums: Sums, bet: MovedBet): Sums {
  const { before, after, row } = bet
  const profit = (returned: number | null) => (returned === null ? 0 : row.stakeCents - returned)
  return {
    bets: sums.bets + 1,
    waiting: sums.waiting + (before === null && after === null ? 1 : 0),
    reopened: sums.reopened + (before !== null && after === null ? 1 : 0),
    stakes: sums.stakes + row.stakeCents,
    returnedBefore: sums.returnedBefore + (before ?? 0),
    returnedAfter: sums.returnedAfter + (after ?? 0),
    wallets: sums.wallets + gainOf(bet),
    house: sums.house + profit(after) - profit(before),
    moves: sums.moves + movedCents(bet),
  }
}

const inEuros = ({ bets, waiting, reopened, ...cents }: Sums): Sums => ({
  bets,
  waiting,
  reopened,
  stakes: eurosOf(cents.stakes),
  returnedBefore: eurosOf(cents.returnedBefore),
  returnedAfter: eurosOf(cents.returnedAfter),
  wallets: eurosOf(cents.wallets),
  house: eurosOf(cents.house),
  moves: eurosOf(cents.moves),
})

function groupsOf(bets: readonly MovedBet[], fixture: string | null): SettlementPreview['groups'] {
  const groups = new Map<string, { market: string; selection: string; sums: Sums }>()
  for (const bet of bets) {
    const { legs } = bet.row
    const leg = legs.find((one) => one.fixture === fixture) ?? legs[0]!
    const about =
      legs.length > 1 ? { market: 'parlay', selection: '' } : { market: leg.market, selection: leg.selectionName }
    const key = `${about.market}|${about.selection}`
    groups.set(key, { ...about, sums: added(groups.get(key)?.sums ?? NONE, bet) })
  }
  const sorted = [...groups.values()].toSorted(
    (a, b) => a.market.localeCompare(b.market) || b.sums.stakes - a.sums.stakes,
  )
  return sorted.map(({ sums, ...about }) => ({ ...about, ...inEuros(sums) }))
}

/**
 * A wallet and a debt are never both above 0: every credit pays the debt first, and what a wallet lacks becomes a debt.
 */
async function changesOf(db: Queries, bets: readonly MovedBet[]): Promise<Change[]> {
  const gains = new Map<string, number>()
  for (const bet of bets) gains.set(bet.row.account, (gains.get(bet.row.account) ?? 0) + gainOf(bet))
  const accounts = [...gains.keys()]
  const changes: Change[] = []
  for (let at = 0; at < accounts.length; at += ACCOUNTS_AT_ONCE) {
    for (const before of await pursesOf(db, accounts.slice(at, at + ACCOUNTS_AT_ONCE))) {
      const cents = gains.get(before.account)!
      const left = before.walletCents - before.owedCents + cents
      const after = { ...before, walletCents: Math.max(0, left), owedCents: Math.max(0, -left) }
      if (cents !== 0) changes.push({ account: before.account, cents, before, after })
    }
  }
  return changes
}

/** The table has a debt as a balance of at most 0. */
const pursesOf = (db: Queries, accounts: readonly string[]): Promise<readonly Purse[]> =>
  db.any(sql.type(Purse)`
    select account_id as account, wallet_cents as "walletCents", abs(owed_cents) as "owedCents" from app.account
    where account_id = any(${sql.array(accounts, 'text')})`)
