// How much an admin may still decide by hand alone today, and the count that is made before a decision is carried out.
// A whole hand is counted together: otherwise one person could multiply the limit by adding admins.
import type { AccountCommand } from '#domain/account/commands.ts'
import { accountStream } from '#domain/account/events.ts'
import { businessDay, leftOn } from '#domain/calendar/business-day.ts'
import type { CommandMeta } from '#domain/meta.ts'
import { commandId, hashCommand } from '#services/commands/command-id.ts'
import type { Bound } from '#services/commands/recorder.ts'
import { refusedBy } from '../../command-context.ts'
import type { Services } from '../../services.ts'
import { originOf } from '../admins/one-hand.ts'

type Needed = Pick<Services, 'accounts'>

/** Cents left of the business day at `meta.at`; null for super admins, who have no limit for a day. */
export async function leftToday(
  { accounts }: Needed,
  { actor, at }: CommandMeta,
  perDayCents: number,
): Promise<number | null> {
  if (actor.role !== 'admin') return null
  const { authority } = await accounts.read(await originOf({ accounts }, actor.id))
  return leftOn(authority, perDayCents, at)
}

/** The parts of a preview that are counted. `rules`: those that `perDayCents` comes from. */
type ToCount = {
  readonly movesCents: number
  readonly perDayCents: number
  readonly named: { readonly configuration?: string }
  readonly rules: Bound
}

/**
 * `meta`: of the decision, naming the event that counted it. If it was not counted, `leftCents` is what was left of the
 * day.
 */
type Counted =
  | { readonly accepted: true; readonly meta: CommandMeta }
  | { readonly accepted: false; readonly leftCents: number }

/**
 * Counts what a decision moves on its business day. A request that is repeated after a crash is counted once, but again
 * if by then it moves another amount or falls on another day, so that nobody can save up amounts that were counted and
 * not used. Throws ApiError if the account is no longer an admin's, and Superseded if the rules of the preview are no
 * longer in force.
 */
export async function countAuthority(
  { accounts }: Needed,
  meta: CommandMeta,
  { movesCents, perDayCents, named, rules }: ToCount,
): Promise<Counted> {
  if (meta.actor.role !== 'admin' || movesCents === 0) return { accepted: true, meta }
  const hand = await originOf({ accounts }, meta.actor.id)
  const decision = meta.command.id
  const command = { type: 'UseAuthority', decision, movesCents, perDayCents } as const satisfies AccountCommand
  const id = commandId(meta.actor.id, `${decision} authority ${movesCents} ${businessDay(meta.at)}`)
  const { perDayCents: _, ...asked } = command
  const counting = { ...meta, ...named, command: { id, hash: hashCommand(asked) } }
  const outcome = await accounts.execute(hand, command, counting, rules)
  if (outcome.accepted) {
    const causation = `${accountStream(hand)}@${outcome.events[0]!.version}`
    return { accepted: true, meta: { ...meta, causation } }
  }
  const { refusal } = outcome
  if (refusal.code !== 'authority_used_up') throw refusedBy(refusal)
  return { accepted: false, ...(refusal.detail as { leftCents: number }) }
}
