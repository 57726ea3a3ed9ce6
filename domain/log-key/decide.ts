// Every command on the log's key. Only the product gives them, so a wrong one is a fault of ours and throws instead of
// being refused.
import { accept, type Decision } from '../decision.ts'
import type { CommandMeta } from '../meta.ts'
import type { LogKeyCommand } from './commands.ts'
import type { LogKeyChanged, LogKeyEvent } from './events.ts'
import type { LogKeyState } from './state.ts'

/** Throws if the actor is not the product, or if the change is not possible for the key in force. */
export function decideLogKey(
  { type: _, ...change }: LogKeyCommand,
  meta: CommandMeta,
  state: LogKeyState,
): Decision<LogKeyEvent> {
  if (meta.actor.role !== 'system')
    throw new Error(`the log's key is changed by the product, not by ${meta.actor.role}`)
  const fault = faultOf(change, state)
  if (fault !== null) throw new Error(`${change.replaces} cannot become ${change.key}: ${fault}`)
  return accept({ type: 'LogKeyChanged', schema: 1, data: change })
}

function faultOf(
  { key, replaces, why, signed, endorsement, trustedTo }: LogKeyChanged,
  { changes }: LogKeyState,
): string | null {
  const last = changes.at(-1)
  if (last !== undefined && last.key !== replaces) return `${last.key} is in force`
  if (key === replaces || changes.some((one) => one.replaces === key)) return 'it was in force before'
  if (last !== undefined && signed < last.signed) return `${last.signed} events were signed before`
  if ((why === 'rotated') !== (endorsement !== undefined)) return 'the old key endorses the new one in a rotation alone'
  if ((why === 'compromised') !== (trustedTo !== undefined)) return 'signatures lose their worth by a compromise alone'
  return trustedTo !== undefined && trustedTo > signed ? `no more than ${signed} events were signed` : null
}
