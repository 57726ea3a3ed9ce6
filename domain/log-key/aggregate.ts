// The key of the log as an aggregate; a log has one.
import type { Aggregate } from '../aggregate.ts'
import type { LogKeyCommand } from './commands.ts'
import { decideLogKey } from './decide.ts'
import { type LogKeyEvent, notaryStream } from './events.ts'
import { evolveLogKey, initialLogKey, type LogKeyState, logKeyBytes } from './state.ts'

export const logKeyAggregate: Aggregate<LogKeyState, LogKeyCommand, LogKeyEvent> = {
  stream: notaryStream,
  initial: initialLogKey,
  evolve: evolveLogKey,
  decide: decideLogKey,
  balanceCents: () => 0,
  bytes: logKeyBytes,
}
