// Which command an idempotency key stands for if commands may go to different streams: claimed before anything is
// decided, and released by every attempt that was refused.
import type pg from 'pg'
import { COMMAND_RETENTION_DAYS } from '#domain/limits.ts'
import { refuse } from '#domain/refusals.ts'

/** The outcome of an attempt. `recorded`: refused, but only after something had been written under the command's id. */
type Attempt = { readonly accepted: boolean; readonly recorded?: boolean }
type KeyReused = ReturnType<typeof refuse>

export type CommandClaims = {
  /**
   * Carries the command out, unless its id belongs to a different one: then it is refused with `key_reused`. `hash` is
   * that of the request, the same for every attempt. If `attempt` throws, its outcome is unknown and the id stays
   * claimed.
   */
  hold<Result extends Attempt>(
    command: { readonly id: string; readonly hash: string },
    attempt: () => Promise<Result>,
  ): Promise<Result | KeyReused>
  /** Deletes claims that were last used before the retention period of commands (system time); returns how many. */
  sweep(): Promise<number>
}

export function createCommandClaims(pool: Pick<pg.Pool, 'query'>): CommandClaims {
  async function claim(id: string, hash: string): Promise<boolean> {
    const { rowCount } = await pool.query({
      name: 'claim_command',
      text: `insert into app.command_claim as held (command, hash, holders) values ($1, $2, 1)
        on conflict (command) do update set hash = excluded.hash, holders = held.holders + 1, claimed_at = now()
        where held.hash = excluded.hash or held.holders = 0`,
      values: [id, hash],
    })
    return rowCount === 1
  }

  async function release(id: string): Promise<void> {
    await pool.query({
      name: 'give_back_command',
      text: 'update app.command_claim set holders = holders - 1 where command = $1',
      values: [id],
    })
  }

  return {
    async hold({ id, hash }, attempt) {
      if (!(await claim(id, hash))) return refuse('key_reused')
      const outcome = await attempt()
      const nothingDone = !outcome.accepted && outcome.recorded !== true
      // not retried: releasing twice would free an id that another request relies on
      if (nothingDone) await release(id).catch(() => undefined)
      return outcome
    },
    async sweep() {
      const { rowCount } = await pool.query(
        `delete from app.command_claim where claimed_at < now() - $1 * interval '1 day'`,
        [COMMAND_RETENTION_DAYS],
      )
      return rowCount ?? 0
    },
  }
}
