// The notary process: `npm run notary`. Any number may run: one leads, the others stand by.
import { openEventStore } from '#services/event-store/open.ts'
import { runService } from '#services/platform/process/run-service.ts'
import { openLogKey } from '#services/transparency/log-key.ts'
import type { NoteSigner } from '#services/transparency/signed-note.ts'
import { keptIn } from './kept-checkpoint.ts'
import { startNotary } from './notary.ts'

const log = (line: string) => void process.stderr.write(`${line}\n`)

await runService('notary', async ({ config, fatal }) => {
  const store = await openEventStore(config)
  const openKey = (client: Parameters<typeof openLogKey>[1]) => openLogKey(config, client, store.logId)
  const openKept = (signer: NoteSigner) => keptIn(config.DATA_DIR, signer)
  const notary = startNotary({ store, url: config.DATABASE_URL, openKey, openKept, log })
  // another log, another key, or rows that were never signed: retrying would not help
  notary.ended.catch(fatal)
  return {
    async stop() {
      await notary.stop()
      await store.close()
    },
  }
})
