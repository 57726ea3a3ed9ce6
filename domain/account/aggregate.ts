// The account of one user or admin as an aggregate: everything that command handling needs to know about it.
import type { Aggregate } from '../aggregate.ts'
import type { AccountCommand } from './commands.ts'
import { decideAccount } from './decide.ts'
import type { AccountEvent } from './events.ts'
import { accountStream } from './events.ts'
import { evolveAccount } from './evolve.ts'
import type { AccountState } from './state.ts'
import { accountBytes, balanceCents, initialAccount } from './state.ts'

export const accountAggregate: Aggregate<AccountState, AccountCommand, AccountEvent> = {
  stream: accountStream,
  initial: initialAccount,
  evolve: evolveAccount,
  decide: decideAccount,
  balanceCents,
  bytes: accountBytes,
}
