// The state of the treasury and its fold: what was drawn today, and what waits.
import type { Recorded } from '../aggregate.ts'
import { periodsAt } from '../calendar/periods.ts'
import { type CommandMemory, emptyCommandMemory, rememberCommand } from '../command-memory.ts'
import type { TreasuryEvent } from './events.ts'

export type RecordedTreasuryEvent = Recorded<TreasuryEvent>

export type WaitingDraw = {
  readonly draw: string
  readonly account: string
  readonly amountCents: number
  readonly requestedBy: string
}

/** `version`: of the event that granted it. */
export type GrantedDraw = Pick<WaitingDraw, 'draw' | 'account' | 'amountCents'> & {
  readonly version: number
  readonly correlation: string
}

export type TreasuryState = CommandMemory & {
  /**
   * Cents drawn within the budget, by the beginning of the day in Paris. Two days are kept, because the clocks of two
   * processes may be on either side of midnight.
   */
  readonly drawnOn: Map<string, number>
  /** Draws that wait for a super admin, by the account that they are for: at most one each. */
  readonly waiting: Map<string, WaitingDraw>
  /** The last granted draw for each account. A crash may have come before its float was raised. */
  readonly granted: Map<string, GrantedDraw>
}

const DAYS_KEPT = 2

export const initialTreasury = (): TreasuryState => ({
  drawnOn: new Map(),
  waiting: new Map(),
  granted: new Map(),
  ...emptyCommandMemory(),
})

/** Rough size of the state in bytes. */
export const treasuryBytes = (state: TreasuryState): number =>
  2_000 + 300 * state.commands.size + 300 * (state.waiting.size + state.granted.size)

const dayOf = (at: string): string => periodsAt(at).day.from

/** Cents drawn within the budget on the day of `at`; Infinity for a day that is over and forgotten. */
export function usedOn({ drawnOn }: TreasuryState, at: string): number {
  const day = dayOf(at)
  const isForgotten = drawnOn.size === DAYS_KEPT && [...drawnOn.keys()].every((kept) => day < kept)
  return isForgotten ? Number.POSITIVE_INFINITY : (drawnOn.get(day) ?? 0)
}

/** The draw of this id, if it waits. */
export const waitingDraw = ({ waiting }: TreasuryState, draw: string): WaitingDraw | undefined =>
  [...waiting.values()].find((one) => one.draw === draw)

/** Folds one event of the treasury's stream. Throws on a type that it does not know. */
export function evolveTreasury(state: TreasuryState, event: RecordedTreasuryEvent): void {
  const { draw, account, amountCents } = event.data
  switch (event.type) {
    case 'TreasuryDrawn':
      count(state, event.meta.at, amountCents)
      grant(state, event)
      break
    case 'TreasuryDrawRequested':
      state.waiting.set(account, { draw, account, amountCents, requestedBy: event.meta.actor.id })
      break
    case 'TreasuryDrawApproved':
      grant(state, event)
      break
    case 'TreasuryDrawDeclined':
      state.waiting.delete(account)
      break
    default:
      throw new Error(`unknown event on the treasury: ${JSON.stringify(event satisfies never)}`)
  }
  rememberCommand(state, event, 0)
}

function grant({ waiting, granted }: TreasuryState, { data, meta, version }: RecordedTreasuryEvent): void {
  const { draw, account, amountCents } = data
  waiting.delete(account)
  granted.set(account, { draw, account, amountCents, version, correlation: meta.correlation })
}

function count({ drawnOn }: TreasuryState, at: string, cents: number): void {
  const day = dayOf(at)
  drawnOn.set(day, (drawnOn.get(day) ?? 0) + cents)
  if (drawnOn.size > DAYS_KEPT) drawnOn.delete([...drawnOn.keys()].toSorted()[0]!)
}
