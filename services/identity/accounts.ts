// The recorder of commands on accounts, as identity and the api use it.
import type { AccountCommand } from '../../domain/account/decide.ts'
import type { AccountEvent } from '../../domain/account/events.ts'
import type { AccountState } from '../../domain/account/state.ts'
import type { Recorder } from '../commands/recorder.ts'

export type Accounts = Recorder<AccountState, AccountCommand, AccountEvent>
