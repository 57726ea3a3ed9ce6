// For tests: a process that dies at a command on an account.
import type { Accounts } from '../accounts.ts'

export class PowerCut extends Error {}

/** When the process dies: before the store has the command's events, or after. */
export type Cut = 'before' | 'after'

type CutOptions = {
  /** Only at commands of this type; at any if missing. */
  readonly type?: string
  /** Only at this many of them, the first ones. */
  readonly times?: number
}

/** Accounts whose commands are interrupted by a PowerCut. */
export function cutOff(
  accounts: Accounts,
  when: Cut,
  { type, times = Number.POSITIVE_INFINITY }: CutOptions = {},
): Accounts {
  let left = times
  return {
    ...accounts,
    async execute(id, command, meta, bound) {
      const cut = (type === undefined || command.type === type) && left-- > 0
      if (cut && when === 'before') throw new PowerCut()
      const outcome = await accounts.execute(id, command, meta, bound)
      if (cut) throw new PowerCut()
      return outcome
    },
  }
}
