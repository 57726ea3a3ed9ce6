// What the desk rules as an aggregate; there is one in a log.
import type { Aggregate } from '../aggregate.ts'
import type { DeskCommand } from './commands.ts'
import { decideDesk } from './decide.ts'
import { type DeskEvent, deskStream } from './events.ts'
import { type DeskState, deskBytes, evolveDesk, initialDesk } from './state.ts'

export const deskAggregate: Aggregate<DeskState, DeskCommand, DeskEvent> = {
  stream: deskStream,
  initial: initialDesk,
  evolve: evolveDesk,
  decide: decideDesk,
  balanceCents: () => 0,
  bytes: deskBytes,
}
