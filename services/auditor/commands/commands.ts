// Every command of the `ledger` tool, in the order in which help lists them.
import { CHECKING } from './checking.ts'
import type { CommandSpec } from './command.ts'
import { EXPORTS } from './exports.ts'
import { MONEY } from './money.ts'
import { PEOPLE } from './people.ts'
import { PROOFS } from './proofs.ts'
import { SAMPLES } from './samples.ts'
import { WATCHING } from './watching.ts'

export const COMMANDS: readonly CommandSpec[] = [
  ...CHECKING,
  ...WATCHING,
  ...PROOFS,
  ...MONEY,
  ...PEOPLE,
  ...SAMPLES,
  ...EXPORTS,
]

/** What each exit code means, for help and the manual. */
export const EXIT_CODES: readonly (readonly [code: number, says: string])[] = [
  [0, 'clean: all that was read is as it should be'],
  [1, 'findings: something is not as it should be'],
  [2, 'usage: the command, an option, a setting or a file is wrong'],
  [3, 'incomplete: not everything could be read or judged, and unverified is not clean'],
  [4, 'no connection: the database or the event store cannot be reached, or holds no ledger'],
  [130, 'interrupted'],
]

/** The environment variables that the tool reads. */
export const ENVIRONMENT: readonly (readonly [variable: string, says: string])[] = [
  ['DATABASE_URL', 'the Postgres of the product; by default the one in DATA_DIR'],
  ['DATA_DIR', 'the folder of the embedded Postgres, by default ./.data'],
  ['EVENTSTORE_URL, EVENTSTORE_PREFIX', 'the log on EventStoreDB, if it is there'],
  ['XDG_STATE_HOME', 'where the last checkpoint of a log is kept, by default ~/.local/state'],
  ['NO_COLOR', 'no colours, even on a terminal'],
]
