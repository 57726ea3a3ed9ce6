// The notary process (`npm run notary`). Any number may run: one leads, the others stand by.
import type pg from 'pg'
import { readBackupMetrics } from '#services/backup/metrics.ts'
import { openProductLog } from '#services/event-store/open.ts'
import { readBusinessTime } from '#services/platform/clock/clock.ts'
import { openPool } from '#services/platform/database/pool.ts'
import { ExpectedError, lineOf } from '#services/platform/errors.ts'
import { runService } from '#services/platform/process/run-service.ts'
import { readWitnesses, type Witness } from '#services/transparency/cosignature.ts'
import { keptIn } from './kept-checkpoint.ts'
import { openLogKey } from './log-key.ts'
import { readSigningMetrics } from './metrics.ts'
import { startNotary } from './notary.ts'

const READ_TIMEOUT_MS = 3_000

/** Throws an error with one line that names the setting. */
function witnessesOf(setting: string | undefined): Witness[] {
  try {
    return setting === undefined ? [] : readWitnesses(setting)
  } catch (error) {
    throw new ExpectedError(`LOG_WITNESSES: ${lineOf(error)}`)
  }
}

await runService('notary', async ({ config, fatal, say: log }) => {
  const witnesses = witnessesOf(config.LOG_WITNESSES)
  const store = await openProductLog(config)
  // for metrics, and for the time at which a key is changed; a database that hangs must not delay the stop
  const pool = openPool(config.DATABASE_URL, { max: 1, name: 'fairbook notary reads', queryTimeoutMs: READ_TIMEOUT_MS })
  const keyLog = {
    store,
    businessNow: () => readBusinessTime(pool),
    keptOf: (verifierKey: string) => keptIn(config.DATA_DIR, verifierKey),
  }
  const openKey = (client: pg.Client) => openLogKey(config, client, keyLog)
  const notary = startNotary({ store, url: config.DATABASE_URL, openKey, witnesses, log })
  // another log, another key, or rows that were never signed: retrying would not help
  notary.ended.catch(fatal)
  const metrics = [readSigningMetrics({ pool, store }), readBackupMetrics({ pool, store })]
  return {
    async stop() {
      for (const end of metrics) end()
      await notary.stop()
      await pool.end()
      await store.close()
    },
  }
})
