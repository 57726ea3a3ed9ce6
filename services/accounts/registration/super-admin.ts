// The first super admin: from the settings, or with a password that is generated at the first start, printed once, and
// has to be changed before anything else.
import { randomInt } from 'node:crypto'
import type pg from 'pg'
import { commandId, randomId } from '#services/commands/command-id.ts'
import { findByCommand } from '../credentials.ts'
import { newUserName, parseUserName } from '../names/names.ts'
import { PASSWORD_FAULTS, passwordFault } from '../passwords/password-policy.ts'
import type { Registrations } from './registration.ts'

/** Processes that start together create the account one at a time, so that all but the first find it. */
const LOCK = 'fairbook super admin'
/** Without easily confused symbols: of 57 symbols, 16 make more than 90 bits. */
const SYMBOLS = '23456789ABCDEFGHJKLMNPQRSTUVWXYZabcdefghijkmnopqrstuvwxyz'
const GENERATED_LENGTH = 16
const INVALID_NAME =
  'SUPER_ADMIN_USERNAME: must be 3 to 32 letters of one alphabet, digits, dots, underscores or hyphens'

const generatePassword = (): string =>
  Array.from({ length: GENERATED_LENGTH }, () => SYMBOLS[randomInt(SYMBOLS.length)]).join('')

/**
 * Creates the first super admin if there is none yet; the float starts at 0. `announce` is called with a generated
 * password before anything is recorded: after a crash in between, the next start announces a new one. Throws if the
 * name in the settings is invalid or taken.
 */
export async function ensureSuperAdmin(
  { pool, registrations }: { pool: pg.Pool; registrations: Registrations },
  settings: { readonly SUPER_ADMIN_USERNAME: string; readonly SUPER_ADMIN_PASSWORD?: string | undefined },
  announce: (username: string, password: string) => void,
): Promise<void> {
  if (parseUserName(settings.SUPER_ADMIN_USERNAME) === null) throw new Error(INVALID_NAME)
  const command = commandId('setup', 'super-admin')
  const client = await pool.connect()
  try {
    await client.query('select pg_advisory_lock(hashtextextended($1, 0))', [LOCK])
    const earlier = await findByCommand(client, command)
    if (earlier?.status === 'active') return
    // claimed by a start that crashed: either it has been opened, or it is released to start over with a password that
    // somebody knows
    if (earlier !== null && (await registrations.finishOrRelease(earlier.accountId)) === 'finished') return
    // these rules are for new names only
    const name = newUserName(settings.SUPER_ADMIN_USERNAME, 'setup')
    if (typeof name === 'string') throw new Error(INVALID_NAME)
    const chosen = settings.SUPER_ADMIN_PASSWORD
    const fault = chosen === undefined ? null : await passwordFault(chosen, name)
    if (fault !== null) throw new Error(`SUPER_ADMIN_PASSWORD: ${PASSWORD_FAULTS[fault]}`)
    const password = chosen ?? generatePassword()
    if (chosen === undefined) announce(name.display, password)
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
      throw new Error(outcome.taken ? `SUPER_ADMIN_USERNAME: ${name.display} is taken` : outcome.refusal.error)
    }
  } finally {
    await client.query('select pg_advisory_unlock_all()').catch(() => undefined)
    client.release()
  }
}
