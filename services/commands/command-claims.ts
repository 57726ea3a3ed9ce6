// Which command an idempotency key stands for, where the command alone does not say which stream remembers it: claimed
// before anything is decided, given back by every attempt that was refused.
import type pg from 'pg'
import { refuse } from '#domain/refusals.ts'

/** As long as streams remember commands at least. System time. */
const KEPT_DAYS = 7

/** What came of an attempt. `recorded`: refused, but not before something was written under the command's name. */
type Attempt = { readonly accepted: boolean; readonly recorded?: boolean }
type KeyReused = ReturnType<typeof refuse>

export type CommandClaims = {
  /**
   * Carries the command out, unless its name stands for another one: then the refusal `key_reused`, and nothing is done.
   * `hash` says what was asked for, in the same words at every attempt. Where `attempt` throws, what it did is not known and
   * the name stays claimed.
   */
  hold<Result extends Attempt>(
    command: { readonly id: string; readonly hash: string },
    attempt: () => Promise<Result>,
  ): Promise<Result | KeyReused>
  /** Forgets what nobody has asked for within seven days; answers how many. */
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

  async function giveBack(id: string): Promise<void> {
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
      // not tried again: given back twice, it would free a name that somebody else relies on
      if (nothingDone) await giveBack(id).catch(() => undefined)
      return outcome
    },
    async sweep() {
      const { rowCount } = await pool.query(
        `delete from app.command_claim where claimed_at < now() - $1 * interval '1 day'`,
        [KEPT_DAYS],
      )
      return rowCount ?? 0
    },
  }
}
