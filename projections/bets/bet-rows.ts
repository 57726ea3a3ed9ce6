// The rows of one bet, from the events that place and end it.
import type { BetOutcome, Leg } from '#domain/bet/bet-events.ts'
import { eventRef, type LedgerEvent } from '../event.ts'
import type { Row } from '../table.ts'

export type EventOf<Type extends LedgerEvent['type']> = Extract<LedgerEvent, { type: Type }>

export type OpenBet = {
  readonly bet: string
  readonly account: string
  readonly stakeCents: number
  readonly odds: string
  readonly struckReturnCents: number
  readonly placedAt: string
  /** JSON as in the event. */
  readonly legs: string
  readonly placedEvent: string
  readonly number: number
  readonly sports: string
  readonly market: string
  readonly topics: string
}

/** How a bet ended. `graded`: the JSON of the settlement's legs; null if it was voided by hand. */
export type Ending = {
  readonly status: BetOutcome | 'pending'
  readonly returnCents: number | null
  readonly settledAt: string | null
  readonly graded: string | null
  readonly settledEvent: string | null
  readonly settledNumber: number | null
  readonly resettled: boolean
}

const OPEN_AGAIN: Ending = {
  status: 'pending',
  returnCents: null,
  settledAt: null,
  graded: null,
  settledEvent: null,
  settledNumber: null,
  resettled: true,
}

export function placed(event: EventOf<'BetPlaced'>): OpenBet {
  const { data } = event
  return {
    bet: data.bet,
    account: event.subject,
    stakeCents: data.stakeCents,
    odds: data.odds,
    struckReturnCents: data.potentialReturnCents,
    placedAt: event.meta.at,
    legs: jsonOf(event.body, 'legs', 'limits', data.legs),
    placedEvent: eventRef(event),
    number: event.number,
    sports: sportsOf(data.legs),
    market: data.legs.length === 1 ? data.legs[0]!.market : 'parlay',
    topics: topicsOf(data.legs),
  }
}

function settled(event: EventOf<'BetSettled'>): Ending {
  const { data } = event
  return {
    status: data.outcome,
    returnCents: data.returnCents,
    settledAt: event.meta.at,
    graded: jsonOf(event.body, 'legs', 'outcome', data.legs),
    settledEvent: eventRef(event),
    settledNumber: event.number,
    resettled: false,
  }
}

function voided(event: EventOf<'BetVoided'>): Ending {
  const { data } = event
  return {
    status: 'refunded',
    returnCents: data.stakeCents,
    settledAt: event.meta.at,
    graded: null,
    settledEvent: eventRef(event),
    settledNumber: event.number,
    resettled: false,
  }
}

export type EndingEvent = EventOf<'BetSettled' | 'BetVoided' | 'BetResettled'>

export function endingOf(event: EndingEvent): Ending {
  if (event.type === 'BetSettled') return settled(event)
  return event.type === 'BetVoided' ? voided(event) : resettled(event)
}

/** The version of the settlement rules by which the event ends its bet; null if none did. */
export function ruleOf(event: EndingEvent): number | null {
  if (event.type === 'BetSettled') return event.data.rule
  if (event.type === 'BetVoided') return null
  const { settlement } = event.data
  return settlement === null || settlement.legs.length === 0 ? null : settlement.rule
}

/** What is in force after a resettlement. */
function resettled(event: EventOf<'BetResettled'>): Ending {
  const { settlement } = event.data
  if (settlement === null) return OPEN_AGAIN
  return {
    status: settlement.outcome,
    returnCents: settlement.returnCents,
    settledAt: event.meta.at,
    graded: settlement.legs.length === 0 ? null : jsonOf(event.body, 'legs', 'outcome', settlement.legs),
    settledEvent: eventRef(event),
    settledNumber: event.number,
    resettled: true,
  }
}

/** In the column order of table `ending`. */
export const endingRow = (bet: string, ending: Ending): Row => [bet, ...endingCells(ending)]

export const endingCells = ({
  status,
  returnCents,
  settledAt,
  graded,
  settledEvent,
  settledNumber,
  resettled,
}: Ending): Row => [status, returnCents, settledAt, graded, settledEvent, settledNumber, resettled]

/** In the column order of table `bet_ending`. `rule`: null if a person decided. */
export const betEndingRow = (number: number, bet: string, rule: number | null, ending: Ending): Row => [
  number,
  bet,
  ending.status,
  ending.returnCents,
  rule,
  ending.graded,
]

/** 'soccer' for 'soccer_epl'. */
const sportOf = ({ league }: Leg): string => league.split('_', 1)[0]!

function sportsOf(legs: readonly Leg[]): string {
  const sports = new Set(legs.map(sportOf))
  return sports.size === 1 ? [...sports][0]! : [...sports].sort().join(' ')
}

const topicsOf = (legs: readonly Leg[]): string =>
  [...new Set(legs.flatMap((leg) => [leg.fixture, leg.league, sportOf(leg)]))].sort().join(' ')

/** In the column order of table `bet`. */
export const betRow = (open: OpenBet, ending: Ending | null): Row => [
  open.bet,
  open.account,
  ending === null ? 'pending' : ending.status,
  open.stakeCents,
  open.odds,
  open.struckReturnCents,
  ending === null ? null : ending.returnCents,
  open.placedAt,
  ending === null ? null : ending.settledAt,
  open.legs,
  ending === null ? null : ending.graded,
  open.placedEvent,
  ending === null ? null : ending.settledEvent,
  open.number,
  open.sports,
  open.market,
  open.topics,
  ending === null ? null : ending.settledNumber,
  ending?.resettled === true,
]

/**
 * The JSON of an array in the event's data. Canonical JSON sorts its keys and escapes quotes in strings, so the text
 * between this key and the next is the value and need not be serialised again. If the body does not have that form, the
 * value is serialised.
 */
function jsonOf(body: string, key: string, next: string, value: unknown): string {
  const start = body.indexOf(`,"${key}":[`) + key.length + 4
  const end = body.indexOf(`],"${next}":`, start) + 1
  if (start > key.length + 3 && end > 0) return body.slice(start, end)
  return JSON.stringify(value)
}
