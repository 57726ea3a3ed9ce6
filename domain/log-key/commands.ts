// The command on the key of the log.
import type { LogKeyChanged } from './events.ts'

/** Fields as in LogKeyChanged. */
export type ChangeLogKey = { readonly type: 'ChangeLogKey' } & Readonly<LogKeyChanged>

export type LogKeyCommand = ChangeLogKey
