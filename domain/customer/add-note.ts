// Adding a note about a bettor. Notes are never changed; their texts are not in the ledger, only commitments.
import type { AccountEvent } from '../account/events.ts'
import type { AccountState } from '../account/state.ts'
import { ALREADY_DONE, accept, type Decision } from '../decision.ts'
import type { CommandMeta } from '../meta.ts'
import { refusalOfDesk } from './by-desk.ts'
import type { AddNote } from './customer-commands.ts'

export function decideAddNote({ text }: AddNote, meta: CommandMeta, state: AccountState): Decision<AccountEvent> {
  const refused = refusalOfDesk(meta, state)
  if (refused !== null) return refused
  return state.lastNote === text ? ALREADY_DONE : accept({ type: 'NoteAdded', schema: 1, data: { text } })
}
