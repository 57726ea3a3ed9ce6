// The security log: attempts to sign in and their outcome, and what was refused and why. One line of JSON each. Names
// and addresses appear only as pseudonyms, accounts by their id. Each event has a maximum number of lines per minute,
// beyond which only a count is written: a flood neither fills the disk nor goes unnoticed. How to read it:
// docs/runbooks/security-log.md.
import type { FastifyRequest } from 'fastify'
import { pino } from 'pino'
import type { Role } from '#domain/values.ts'
import type { Pseudonyms } from '#services/accounts/sessions/pseudonyms.ts'
import { MINUTE } from '#services/platform/clock/durations.ts'
import type { ErrorCode } from '../http/errors/errors.ts'
import { networkOf } from '../limits/network.ts'

/** Event names of OWASP's logging vocabulary, as far as it goes. */
export type SecurityEvent =
  | 'authn_login_success'
  | 'authn_login_fail'
  | 'authn_login_throttled'
  | 'authn_logout'
  | 'authn_password_change'
  | 'authn_sessions_ended'
  | 'authn_second_factor_fail'
  | 'authn_second_factor_set'
  | 'authn_second_factor_removed'
  | 'authn_recovery_codes_renewed'
  | 'user_updated'
  | 'authn_password_change_fail'
  | 'authz_fail'
  | 'excess_rate_limit_exceeded'
  | 'sensitive_read'
  | 'user_created'
  | 'user_blocked'
  | 'user_closed'
  | 'user_erased'
  | 'user_removed'
  | 'user_unblocked'

export type SecurityFields = {
  /** Ids of the account concerned, and of the admin who acted. */
  readonly account?: string
  readonly by?: string
  /** A normalised user name in the clear; only its pseudonym is written. */
  readonly name?: string
  readonly role?: Role
  readonly code?: ErrorCode
  readonly route?: string
  readonly retryAfterS?: number
}

export type SecurityLog = {
  /** Writes a line. It has the correlation id of the request's events if the request got as far as a command. */
  record(
    event: SecurityEvent,
    from: Pick<FastifyRequest, 'ip'> & Partial<Pick<FastifyRequest, 'correlation'>>,
    fields: SecurityFields,
  ): void
  /** Writes outstanding lines. */
  close(): void
}

const LINES_A_MINUTE = 60

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
  const reported = new Map<SecurityEvent, Reported>()
  let minuteBegan = now()
  const everyMinute = setInterval(startMinute, MINUTE)
  everyMinute.unref()

  /** Starts a new minute: what the last one suppressed is reported in one line. */
  function startMinute(): void {
    minuteBegan = now()
    for (const [event, { suppressed }] of reported) if (suppressed > 0) logger.info({ event, suppressed })
    reported.clear()
  }

  return {
    record(event, { ip, correlation }, { name, ...fields }) {
      if (now() - minuteBegan >= MINUTE) startMinute()
      const count = reported.get(event) ?? { lines: 0, suppressed: 0 }
      reported.set(event, count)
      if (count.lines === LINES_A_MINUTE) {
        count.suppressed += 1
        return
      }
      count.lines += 1
      logger.info({
        event,
        ...fields,
        ...(correlation && { correlation }),
        ...(name !== undefined && { name: pseudonyms.name(name).toString('hex') }),
        address: pseudonyms.network(networkOf(ip)).toString('hex'),
      })
    },
    close() {
      clearInterval(everyMinute)
      startMinute()
    },
  }
}
