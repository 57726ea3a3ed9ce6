// Failed sign-ins: counted by account and hour as they happen, and recorded in the ledger once the hour is over
// (docs/decisions/0064).
import type pg from 'pg'
import { commandId } from '#services/commands/command-id.ts'
import { productMeta } from '#services/commands/product-meta.ts'
import { createBatcher } from '#services/platform/process/batcher.ts'
import { forEachSettled } from '#services/platform/process/for-each-settled.ts'
import { SWEEP_AT_ONCE } from '../sweeps.ts'
import { addFailures, dropHour, dropSurplus, type FailedHour, type Failure, hoursOver } from './failure-rows.ts'
import { BY_PRODUCT, type RecordingDeps } from './recording.ts'

/** The most accounts per hour, those with the most failures: strangers must not be able to fill the log. */
const ACCOUNTS_PER_HOUR = 1_000

export type FailureCount = {
  /** Not waited for: the time of a reply must not reveal whether the name exists. */
  add(failure: Failure): void
  /** Resolves when everything added has been stored, or has failed to be. */
  settled(): Promise<void>
}

/**
 * Makes one statement at a time, for everything that arrived meanwhile. `log`: called with what could not be stored.
 */
export function createFailureCount(pool: pg.Pool, log: (error: unknown) => void): FailureCount {
  const store = createBatcher((failures: ReadonlySet<Failure>) => addFailures(pool, [...failures]))
  let last: Promise<void> = Promise.resolve()
  return {
    add(failure) {
      last = store([failure]).catch(log)
    },
    settled: () => last,
  }
}

/** Records the hours that are over. Safe to run anywhere, any time, in several processes. */
export function createFailureSweep(
  { pool, recorder, businessNow }: RecordingDeps & { readonly pool: pg.Pool },
  accountsPerHour = ACCOUNTS_PER_HOUR,
): () => Promise<void> {
  async function record({ accountId, hour: begin, ...counts }: FailedHour): Promise<void> {
    const hour = begin.toISOString()
    // the command's id depends only on the account and hour: an hour is recorded once, whatever became of its row
    const request = { type: 'RecordFailedSignIns', hour } as const
    const id = commandId(BY_PRODUCT.id, `failed ${accountId} ${hour}`)
    const meta = productMeta(BY_PRODUCT.id, { id, request, at: businessNow() })
    const outcome = await recorder.execute(accountId, { ...request, ...counts }, meta)
    if (!outcome.accepted) throw new Error(`failed sign-ins of ${accountId}: ${outcome.refusal.code}`)
    await dropHour(pool, { accountId, hour: begin })
  }

  return async () => {
    await dropSurplus(pool, accountsPerHour)
    await forEachSettled(await hoursOver(pool, SWEEP_AT_ONCE), record)
  }
}
