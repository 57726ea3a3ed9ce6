// The treasury as an aggregate; a log has one.
import type { Aggregate } from '../aggregate.ts'
import type { TreasuryCommand } from './commands.ts'
import { decideTreasury } from './decide.ts'
import { type TreasuryEvent, treasuryStream } from './events.ts'
import { evolveTreasury, initialTreasury, type TreasuryState, treasuryBytes } from './state.ts'

export const treasuryAggregate: Aggregate<TreasuryState, TreasuryCommand, TreasuryEvent> = {
  stream: treasuryStream,
  initial: initialTreasury,
  evolve: evolveTreasury,
  decide: decideTreasury,
  balanceCents: () => 0,
  bytes: treasuryBytes,
}
