// What `ledger trace` is asked about.
import { Usage } from '../../failures.ts'
import { parseLedgerNumber } from '../../walk/moment.ts'

/** `id`: of a bet, a command, a transfer or another thing that events name. */
export type Target = { readonly number: number } | { readonly event: string } | { readonly id: string }

const EVENT = /^[a-z]+(-[0-9a-f]{32})?@\d+$/
const ID = /^[0-9a-f]{32}$/

/** `command`: named if the text is wrong, for which it throws Usage. */
export function parseTarget(command: 'trace' | 'prove', text: string): Target {
  if (ID.test(text)) return { id: text }
  if (EVENT.test(text)) return { event: text }
  const number = parseLedgerNumber(text)
  if (number !== null) return { number }
  throw new Usage(
    `${command} takes the id of a bet${command === 'trace' ? ' or a command' : ''} (32 digits and letters), an event (account-<id>@3) or a ledger number, not '${text}'`,
  )
}
