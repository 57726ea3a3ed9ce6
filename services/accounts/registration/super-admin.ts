// The first super admin: from the settings, or with a password made up at the first start, shown once, and to be changed
// before anything else.
import { randomInt } from 'node:crypto'
import type pg from 'pg'
import { commandId, randomId } from '#services/commands/command-id.ts'
import { findByCommand, releaseName } from '../credentials.ts'
import { chooseUserName, readUserName } from '../names/names.ts'
import { PASSWORD_FAULTS, passwordFault } from '../passwords/password-policy.ts'
import type { Registrations } from './registration.ts'

/** Processes that start together take turns: whoever comes later finds the account. */
const LOCK = 'fairbook super admin'
/** Without those that are easily taken for another: 57 symbols, 16 of them are more than 90 bits. */
const SYMBOLS = '23456789ABCDEFGHJKLMNPQRSTUVWXYZabcdefghijkmnopqrstuvwxyz'
const MADE_UP_LENGTH = 16
const NO_NAME = 'SUPER_ADMIN_USERNAME: must be 3 to 32 letters of one alphabet, digits, dots, underscores or hyphens'

const makeUp = (): string => Array.from({ length: MADE_UP_LENGTH }, () => SYMBOLS[randomInt(SYMBOLS.length)]).join('')

/**
 * Makes the first super admin where there is none yet; his float starts at 0. `announce` is called with a made-up
 * password before anything is recorded: after a crash in between, the next start announces another one.
 * Throws where the settings name nobody, or somebody else has the name.
 */
export async function ensureSuperAdmin(
  { pool, registrations }: { pool: pg.Pool; registrations: Registrations },
  settings: { readonly SUPER_ADMIN_USERNAME: string; readonly SUPER_ADMIN_PASSWORD?: string | undefined },
  announce: (username: string, password: string) => void,
): Promise<void> {
  if (readUserName(settings.SUPER_ADMIN_USERNAME) === null) throw new Error(NO_NAME)
  const command = commandId('setup', 'super-admin')
  const client = await pool.connect()
  try {
    await client.query('select pg_advisory_lock(hashtextextended($1, 0))', [LOCK])
    const earlier = await findByCommand(client, command)
    if (earlier?.status === 'active') return
    // claimed by a start that crashed: opened already, or still free to begin anew with a password that somebody knows
    if (earlier !== null) {
      if ((await registrations.finishOpened(earlier.accountId)) === 'finished') return
      await releaseName(client, earlier.accountId)
    }
    // who is there already keeps a name from before these rules
    const name = chooseUserName(settings.SUPER_ADMIN_USERNAME, 'setup')
    if (typeof name === 'string') throw new Error(NO_NAME)
    const chosen = settings.SUPER_ADMIN_PASSWORD
    const fault = chosen === undefined ? null : await passwordFault(chosen, name)
    if (fault !== null) throw new Error(`SUPER_ADMIN_PASSWORD: ${PASSWORD_FAULTS[fault]}`)
    const password = chosen ?? makeUp()
    if (chosen === undefined) announce(name.shown, password)
    const outcome = await registrations.register({
      command,
      name,
      password,
      mustChangePassword: chosen === undefined,
      role: 'super-admin',
      openedBy: 'setup',
      ageAttested: false,
      actor: { id: 'setup', role: 'system' },
      session: null,
      correlation: randomId(),
      reason: null,
      amountCents: 0,
      fundedBy: null,
      draft: null,
    })
    if (!outcome.accepted) {
      throw new Error(outcome.taken ? `SUPER_ADMIN_USERNAME: ${name.shown} is taken` : outcome.refusal.error)
    }
  } finally {
    await client.query('select pg_advisory_unlock_all()').catch(() => undefined)
    client.release()
  }
}
