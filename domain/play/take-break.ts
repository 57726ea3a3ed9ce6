// Taking a break from betting. Nothing shortens it.

import { refusalOfBettor } from '../account/by-bettor.ts'
import type { AccountEvent } from '../account/events.ts'
import type { AccountState } from '../account/state.ts'
import { ALREADY_DONE, accept, type Decision } from '../decision.ts'
import type { CommandMeta } from '../meta.ts'
import { refuse } from '../refusals.ts'
import type { TakeBreak } from './play-commands.ts'
import type { BreakTaken } from './play-events.ts'
import { breakAt } from './play-state.ts'
import { BREAKS, endOfBreak } from './play-terms.ts'

export function decideTakeBreak({ length }: TakeBreak, meta: CommandMeta, state: AccountState): Decision<AccountEvent> {
  const refused = refusalOfBettor(meta, state)
  if (refused !== null) return refused
  const data: BreakTaken = { kind: BREAKS[length].kind, until: endOfBreak(length, meta.at) }
  const inForce = breakAt(state.play, meta.at)
  if (inForce !== null && inForce.kind === data.kind && inForce.until === data.until) return ALREADY_DONE
  return inForce === null || isMore(data, inForce)
    ? accept({ type: 'BreakTaken', schema: 1, data })
    : refuse('break_in_force', inForce)
}

/** Whether it ends later, and does not replace a self-exclusion by a time-out. */
const isMore = (next: BreakTaken, inForce: BreakTaken): boolean =>
  (next.kind === 'self-exclusion' || inForce.kind === 'time-out') &&
  inForce.until !== null &&
  (next.until === null || next.until > inForce.until)
