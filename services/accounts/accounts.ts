// The recorder of commands on accounts, as identity and the api use it.
import type { Commands } from '#services/commands/commands.ts'

export type Accounts = Commands['accounts']
