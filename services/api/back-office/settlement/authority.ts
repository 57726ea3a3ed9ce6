// What an admin may still decide by hand alone today, and how a decision is counted on the day before it is carried out. It is
// counted for a whole hand: else one person could decide as much as admins were added.
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

/** Null for super admins, who have no bound for a day. */
export async function leftToday(
  { accounts }: Needed,
  { actor, at }: CommandMeta,
  perDayCents: number,
): Promise<number | null> {
  if (actor.role !== 'admin') return null
  const { authority } = await accounts.read(await originOf({ accounts }, actor.id))
  return leftOn(authority, perDayCents, at)
}

/** Of a preview. `rules`: those that the amount of a day is of. */
type ToCount = {
  readonly movesCents: number
  readonly perDayCents: number
  readonly named: { readonly configuration?: string }
  readonly rules: Bound
}

/** `meta`: of the decision, which names the event that it was counted by. Otherwise what was left of the day, in cents. */
type Counted =
  | { readonly accepted: true; readonly meta: CommandMeta }
  | { readonly accepted: false; readonly leftCents: number }

/**
 * Counts on the day what a decision moves. The same request again, after a crash in between, is counted once; where it moves
 * another amount by then, or comes on another day, once more: nobody saves up what was counted and not carried out. Throws
 * ApiError where the admin is none, and Superseded where the rules that it was previewed by are no longer in force.
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
