// The security log: who tried to get in and how it went, what was refused and why. One line of JSON each; names and
// addresses only as pseudonyms, accounts by their id. So many lines a minute of each event, the rest as a number: a flood
// neither fills the disk nor hides that there was one. How to read it: docs/runbooks/security-log.md.
import type { FastifyRequest } from 'fastify'
import { pino } from 'pino'
import type { Role } from '#domain/values.ts'
import type { Pseudonyms } from '#services/accounts/sessions/pseudonyms.ts'
import type { ErrorCode } from '../http/errors/errors.ts'
import { networkOf } from '../limits/network.ts'

/** As in OWASP's vocabulary, where it has a word. */
export type SecurityEvent =
  | 'authn_login_success'
  | 'authn_login_fail'
  | 'authn_login_throttled'
  | 'authn_logout'
  | 'authn_password_change'
  | 'authn_password_change_fail'
  | 'authz_fail'
  | 'excess_rate_limit_exceeded'
  | 'user_created'
  | 'user_blocked'
  | 'user_unblocked'

export type SecurityFields = {
  /** Ids: whom it is about, and which admin did it. */
  readonly account?: string
  readonly by?: string
  /** A normalised user name, in the clear: its pseudonym is written. */
  readonly name?: string
  readonly role?: Role
  readonly code?: ErrorCode
  readonly route?: string
  readonly retryAfterS?: number
}

export type SecurityLog = {
  record(event: SecurityEvent, from: Pick<FastifyRequest, 'ip'>, fields: SecurityFields): void
  /** Writes what is left to say. */
  close(): void
}

const LINES_A_MINUTE = 60
const MINUTE_MS = 60_000

type Output = { write(line: string): void }
type Reported = { lines: number; suppressed: number }

/** `now`: monotonic milliseconds, for tests. */
export function createSecurityLog(
  output: Output,
  pseudonyms: Pseudonyms,
  now: () => number = () => performance.now(),
): SecurityLog {
  const logger = pino(
    {
      base: { log: 'security' },
      timestamp: pino.stdTimeFunctions.isoTime,
      formatters: { level: (level) => ({ level }) },
    },
    output,
  )
  const told = new Map<SecurityEvent, Reported>()
  let minuteBegan = now()
  const turning = setInterval(turn, MINUTE_MS)
  turning.unref()

  /** A new minute: what the last one left out is said in one line. */
  function turn(): void {
    minuteBegan = now()
    for (const [event, { suppressed }] of told) if (suppressed > 0) logger.info({ event, suppressed })
    told.clear()
  }

  return {
    record(event, { ip }, { name, ...fields }) {
      if (now() - minuteBegan >= MINUTE_MS) turn()
      const count = told.get(event) ?? { lines: 0, suppressed: 0 }
      told.set(event, count)
      if (count.lines === LINES_A_MINUTE) {
        count.suppressed += 1
        return
      }
      count.lines += 1
      logger.info({
        event,
        ...fields,
        ...(name !== undefined && { name: pseudonyms.name(name).toString('hex') }),
        address: pseudonyms.network(networkOf(ip)).toString('hex'),
      })
    },
    close() {
      clearInterval(turning)
      turn()
    },
  }
}
