// Failed sign-ins: counted by account and hour as they happen, and in the ledger once the hour is over (docs/decisions/0064).
import type pg from 'pg'
import { commandId } from '#services/commands/command-id.ts'
import { productMeta } from '#services/commands/product-meta.ts'
import { createBatcher } from '#services/platform/process/batcher.ts'
import { forEachSettled } from '#services/platform/process/for-each-settled.ts'
import { SWEEP_AT_ONCE } from '../sweeps.ts'
import { addFailures, dropHour, dropSurplus, type FailedHour, type Failure, hoursOver } from './failure-rows.ts'
import { BY_PRODUCT, type RecordingDeps } from './recording.ts'

/** So many accounts of an hour at most, those with the most failures: what strangers do must not fill the log. */
const ACCOUNTS_PER_HOUR = 1_000

export type FailureCount = {
  /** Nobody waits for it: how long an answer takes must not tell whether somebody has the name. */
  add(failure: Failure): void
  /** Resolves when all that were added are stored, or have failed to be. */
  settled(): Promise<void>
}

/** One statement at a time, for all that came meanwhile. `log`: what could not be stored. */
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
    // the hour alone says which command it is: it is counted once, whatever became of the row
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
