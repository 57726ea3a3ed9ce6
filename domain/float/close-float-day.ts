// Admins close business days of their own float, each day once.
import type { AccountEvent } from '../account/events.ts'
import { hasAdminRights } from '../account/permissions.ts'
import type { AccountState } from '../account/state.ts'
import { businessDay, daysAfter } from '../calendar/business-day.ts'
import { ALREADY_DONE, accept, type Decision } from '../decision.ts'
import { CLOSABLE_DAYS } from '../limits.ts'
import type { CommandMeta } from '../meta.ts'
import { refuse } from '../refusals.ts'
import { isPossible } from '../values.ts'
import type { CloseFloatDay } from './float-commands.ts'
import { floatDay } from './float-days.ts'

export function decideCloseFloatDay(
  { day, closingCents }: CloseFloatDay,
  { actor, at }: CommandMeta,
  { id, opened, closed, blocked, floatDays }: AccountState,
): Decision<AccountEvent> {
  if (opened === null) return refuse('account_missing')
  if (closed) return refuse('account_closed')
  if (blocked) return refuse('account_blocked')
  if (floatDays === undefined || !hasAdminRights({ actor })) return refuse('not_an_admin')
  if (actor.id !== id) return refuse('not_the_owner')
  if (!isPossible(`${day}T00:00:00.000Z`)) return refuse('day_unknown')
  const today = businessDay(at)
  if (day < floatDays.since || day < daysAfter(today, -CLOSABLE_DAYS)) return refuse('day_unknown')
  if (day >= today) return refuse('day_not_over')
  const figures = floatDay(floatDays, day)
  if (figures.closingCents !== closingCents) return refuse('day_changed')
  if (floatDays.closed.has(day)) return ALREADY_DONE
  return accept({ type: 'FloatDayClosed', schema: 1, data: { day, ...figures } })
}
