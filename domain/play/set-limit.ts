// Setting a limit on one's own play: a lower one takes effect at once, a higher one or none after a day.

import { refusalOfBettor } from '../account/by-bettor.ts'
import type { AccountEvent } from '../account/events.ts'
import type { AccountState } from '../account/state.ts'
import { isBetBound } from '../bet/bet-bound.ts'
import { ALREADY_DONE, accept, type Decision } from '../decision.ts'
import { PLAY_LIMIT_INCREASE_AFTER_MS } from '../limits.ts'
import type { CommandMeta } from '../meta.ts'
import { refuse } from '../refusals.ts'
import type { SetPlayLimit } from './play-commands.ts'
import { limitAt } from './play-state.ts'
import { playLimitName } from './play-terms.ts'

export function decideSetPlayLimit(
  { kind, period, amountCents }: SetPlayLimit,
  meta: CommandMeta,
  state: AccountState,
): Decision<AccountEvent> {
  const refused = refusalOfBettor(meta, state)
  if (refused !== null) return refused
  if (!isBetBound(amountCents)) return refuse('play_limit_invalid')
  const { at } = meta
  const { amountCents: inForce, pending } = limitAt(state.play, playLimitName(kind, period), at)
  if (pending === null ? amountCents === inForce : amountCents === pending.amountCents) return ALREADY_DONE
  const waits = amountCents !== inForce && isHigher(amountCents, inForce)
  const effectiveAt = waits ? new Date(Date.parse(at) + PLAY_LIMIT_INCREASE_AFTER_MS).toISOString() : at
  return accept({ type: 'PlayLimitSet', schema: 1, data: { kind, period, amountCents, effectiveAt } })
}

const isHigher = (cents: number | null, than: number | null): boolean =>
  than !== null && (cents === null || cents > than)
