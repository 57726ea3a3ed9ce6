// The notary process: `npm run notary`. Any number may run: one leads, the others stand by.
import type pg from 'pg'
import { openEventStore } from '#services/event-store/open.ts'
import { openClock } from '#services/platform/clock/clock.ts'
import { openPool } from '#services/platform/database/pool.ts'
import { ExpectedError, lineOf } from '#services/platform/errors.ts'
import { runService } from '#services/platform/process/run-service.ts'
import { readWitnesses, type Witness } from '#services/transparency/cosignature.ts'
import type { NoteSigner } from '#services/transparency/signed-note.ts'
import { keptIn } from './kept-checkpoint.ts'
import { openLogKey } from './log-key.ts'
import { readSigningMetrics } from './metrics.ts'
import { startNotary } from './notary.ts'

const log = (line: string) => void process.stderr.write(`${line}\n`)

/** Throws one line that names the setting. */
function witnessesOf(setting: string | undefined): Witness[] {
  try {
    return setting === undefined ? [] : readWitnesses(setting)
  } catch (error) {
    throw new ExpectedError(`LOG_WITNESSES: ${lineOf(error)}`)
  }
}

/** A notary has no other use for the clock than to say once in years when a key was changed. */
async function businessTime(pool: pg.Pool): Promise<Date> {
  const clock = await openClock(pool)
  try {
    return clock.businessNow()
  } finally {
    await clock.close()
  }
}

await runService('notary', async ({ config, fatal }) => {
  const witnesses = witnessesOf(config.LOG_WITNESSES)
  const store = await openEventStore(config)
  // connects when somebody asks for the first time
  const pool = openPool(config.DATABASE_URL, { max: 1, name: 'fairbook notary metrics' })
  const businessNow = () => businessTime(pool)
  const openKey = (client: pg.Client) => openLogKey(config, client, { store, businessNow })
  const openKept = (signer: NoteSigner) => keptIn(config.DATA_DIR, signer)
  const notary = startNotary({ store, url: config.DATABASE_URL, openKey, openKept, witnesses, log })
  // another log, another key, or rows that were never signed: retrying would not help
  notary.ended.catch(fatal)
  const endMetrics = readSigningMetrics({ pool, store })
  return {
    async stop() {
      endMetrics()
      await notary.stop()
      await pool.end()
      await store.close()
    },
  }
})
