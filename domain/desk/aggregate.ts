// The desk as an aggregate: settings of the book and stops. A log has one.
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
