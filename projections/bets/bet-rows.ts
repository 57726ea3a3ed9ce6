// One bet's rows, from the events that place and end it.
import type { BetOutcome } from '#domain/bet/bet-events.ts'
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
}

/** How a bet ended. `graded`: the JSON of the settlement's legs; null where it was voided by hand. */
export type Ending = {
  readonly status: BetOutcome | 'pending'
  readonly returnCents: number | null
  readonly settledAt: string | null
  readonly graded: string | null
  readonly settledEvent: string | null
}

const OPEN_AGAIN: Ending = { status: 'pending', returnCents: null, settledAt: null, graded: null, settledEvent: null }

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
  }
}

export function settled(event: EventOf<'BetSettled'>): Ending {
  const { data } = event
  return {
    status: data.outcome,
    returnCents: data.returnCents,
    settledAt: event.meta.at,
    graded: jsonOf(event.body, 'legs', 'outcome', data.legs),
    settledEvent: eventRef(event),
  }
}

export function voided(event: EventOf<'BetVoided'>): Ending {
  const { data } = event
  return {
    status: 'refunded',
    returnCents: data.stakeCents,
    settledAt: event.meta.at,
    graded: null,
    settledEvent: eventRef(event),
  }
}

/** What is in force after a resettlement. */
export function resettled(event: EventOf<'BetResettled'>): Ending {
  const { settlement } = event.data
  if (settlement === null) return OPEN_AGAIN
  return {
    status: settlement.outcome,
    returnCents: settlement.returnCents,
    settledAt: event.meta.at,
    graded: settlement.legs.length === 0 ? null : jsonOf(event.body, 'legs', 'outcome', settlement.legs),
    settledEvent: eventRef(event),
  }
}

/** In the order of table `bet`. */
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
]

/**
 * The JSON of an array in the event's data. Canonical JSON sorts its keys, and its strings contain no bare quotes, so the
 * text between this key and the next is the value, and need not be serialised again. Any other text is.
 */
function jsonOf(body: string, key: string, next: string, value: unknown): string {
  const start = body.indexOf(`,"${key}":[`) + key.length + 4
  const end = body.indexOf(`],"${next}":`, start) + 1
  if (start > key.length + 3 && end > 0) return body.slice(start, end)
  return JSON.stringify(value)
}
