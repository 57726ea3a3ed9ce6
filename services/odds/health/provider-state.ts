// What all processes know about the provider: its last figures on credits, its trouble, and the last error.
import type pg from 'pg'
import type { Credits } from '../provider/credit-headers.ts'

/**
 * 'credits-spent': our own budget of the day, or what may be used by this time of day, is used up; 'out-of-credits':
 * the provider says so. 'unreachable': no reply, or none that makes sense.
 */
export type Trouble = 'bad-key' | 'out-of-credits' | 'credits-spent' | 'rate-limited' | 'unreachable'

export type ProviderState = {
  readonly remaining: number | null
  readonly used: number | null
  /** System time. */
  readonly creditsReadAt: Date | null
  /** Business time, as all below. */
  readonly answeredAt: Date | null
  readonly trouble: Trouble | null
  readonly troubleSince: Date | null
  readonly errorCode: string | null
  readonly error: string | null
  readonly failedAt: Date | null
}

export type StateStore = {
  read(): Promise<ProviderState>
  /** Stores the provider's own figures. A reply without any still shows that it was asked. */
  writeCredits(credits: Credits, systemNow: Date): Promise<void>
  writeAnswer(now: Date): Promise<void>
  writeError(code: string, text: string, now: Date): Promise<void>
  /**
   * True for the one caller with whom the trouble begins. A trouble that is replaced by another keeps its start;
   * 'credits-spent' replaces none.
   */
  begin(trouble: Trouble, now: Date): Promise<boolean>
  /** Ends any of these troubles. Returns when it began to the one caller with whom it ends; otherwise null. */
  end(troubles: readonly Trouble[]): Promise<Date | null>
  /** Adds to the day's calls. */
  count(day: string, calls: number, failures: number): Promise<void>
}

export function createStateStore(pool: pg.Pool): StateStore {
  return {
    async read() {
      const { rows } = await pool.query<ProviderState>({
        name: 'provider state',
        text: `select remaining::float8 as remaining, used::float8 as used, credits_read_at as "creditsReadAt",
          answered_at as "answeredAt", trouble, trouble_since as "troubleSince", error_code as "errorCode", error,
          failed_at as "failedAt" from app.provider_state`,
      })
      return rows[0] ?? UNKNOWN
    },
    async writeCredits({ remaining, used }, systemNow) {
      if (remaining === null) {
        const asked = 'update app.provider_state set credits_read_at = $1 where credits_read_at is null'
        await pool.query(asked, [systemNow])
      } else {
        const set = 'update app.provider_state set remaining = $1, used = $2, credits_read_at = $3'
        await pool.query(set, [remaining, used, systemNow])
      }
    },
    async writeAnswer(now) {
      await pool.query('update app.provider_state set answered_at = greatest(answered_at, $1)', [now])
    },
    async writeError(code, text, now) {
      await pool.query('update app.provider_state set error_code = $1, error = $2, failed_at = $3', [code, text, now])
    },
    async begin(trouble, now) {
      const { rowCount } = await pool.query(
        `update app.provider_state set trouble = $1, trouble_since = coalesce(trouble_since, $2)
         where ${trouble === 'credits-spent' ? 'trouble is null' : 'trouble is distinct from $1'}`,
        [trouble, now],
      )
      return rowCount === 1
    },
    async end(troubles) {
      const { rows } = await pool.query<{ since: Date }>(
        `with ended as (select trouble_since as since from app.provider_state where trouble = any($1) for update)
         update app.provider_state set trouble = null, trouble_since = null from ended returning ended.since`,
        [troubles],
      )
      return rows[0]?.since ?? null
    },
    async count(day, calls, failures) {
      await pool.query(
        `insert into app.credit_use as c (day, used, calls, failures) values ($1, 0, $2, $3)
         on conflict (day) do update set calls = c.calls + excluded.calls, failures = c.failures + excluded.failures`,
        [day, calls, failures],
      )
    },
  }
}

const UNKNOWN: ProviderState = {
  remaining: null,
  used: null,
  creditsReadAt: null,
  answeredAt: null,
  trouble: null,
  troubleSince: null,
  errorCode: null,
  error: null,
  failedAt: null,
}
