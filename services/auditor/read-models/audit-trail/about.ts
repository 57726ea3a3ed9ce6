// What an event is about, by the auditor's own reading: accounts, a bet, fixtures, an amount, and its data.
import type { Body } from '../../events/body.ts'
import { json, NULL } from '../../postgres/table-lines.ts'
import { ACCOUNT } from '../bet-cells.ts'
import { betOf, linesOf } from '../statement.ts'

const FIXTURE = 'fixture-'
const TREASURY = 'treasury-'
const SESSIONS = 'session-'

type Draw = { readonly account: string; readonly amountCents: number }

/** The cells account, counterparty, bet, first fixture, amount and detail. Further fixtures have rows of their own. */
export function aboutCells(body: Body, fixtures: readonly string[]): string {
  const { stream } = body
  const owned = [ACCOUNT, SESSIONS].find((kind) => stream.startsWith(kind))
  const account = owned === undefined ? NULL : stream.slice(owned.length)
  const cells = [account, counterpartyOf(body), betOf(body), fixtures[0] ?? NULL, amountOf(body), detailOf(body)]
  return cells.join('\t')
}

function counterpartyOf(body: Body): string {
  switch (body.type) {
    case 'TransferSent':
    case 'GoodwillPromised':
      return body.data.to
    case 'GoodwillPaid':
    case 'BackupRestored':
      return body.data.by
    case 'TransferReceived':
      return body.data.sender
    case 'SettlementApproved':
    case 'SettlementDeclined':
      return body.data.askedBy
    case 'TreasuryDrawn':
    case 'TreasuryDrawRequested':
    case 'TreasuryDrawApproved':
    case 'TreasuryDrawDeclined':
      return body.data.account
    default:
      return NULL
  }
}

export function fixturesOf(body: Body): readonly string[] {
  if (body.stream.startsWith(FIXTURE)) {
    const own = body.stream.slice(FIXTURE.length)
    return body.type === 'FixturesKeptApart' ? [own, body.data.newer] : [own]
  }
  if (body.type === 'BetPlaced' || body.type === 'BetSettled') return ofLegs(body.data.legs)
  if (body.type === 'BetResettled') return ofLegs(body.data.settlement?.legs ?? [])
  if (body.type === 'BettingStopped' || body.type === 'BettingResumed') {
    return body.data.fixture === undefined ? [] : [body.data.fixture]
  }
  return body.type === 'GamesOfTheDaySaved' ? [...new Set(body.data.fixtures)] : []
}

const ofLegs = (legs: readonly { readonly fixture: string }[]) => [...new Set(legs.map(({ fixture }) => fixture))]

/**
 * The largest amount that moved on the account itself. A settlement that moved nothing there has the stake, which went
 * to the house.
 */
function amountOf(body: Body): number | string {
  if (body.stream.startsWith(TREASURY)) return (body.data as Draw).amountCents
  if (!body.stream.startsWith(ACCOUNT)) return NULL
  if (body.type === 'RequestEnded') return body.data.amountCents ?? NULL
  const own = Math.max(0, ...linesOf(body).map(([, cents]) => Math.abs(cents)))
  if (own > 0) return own
  return body.type === 'BetSettled' || body.type === 'BetResettled' ? body.data.stakeCents : NULL
}

function detailOf({ type, data }: Body): string {
  switch (type) {
    case 'BetPlaced':
    case 'BetSettled':
    case 'BetVoided':
    case 'BetResettled':
      return NULL
    case 'QuotesPublished':
      return json(JSON.stringify({ league: data.league, size: data.size }))
    default:
      return json(JSON.stringify(data))
  }
}
