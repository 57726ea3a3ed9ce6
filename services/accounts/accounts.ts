// The commands on accounts, as this room and the api use them.
import type { Commands } from '#services/commands/commands.ts'

export type Accounts = Commands['accounts']
