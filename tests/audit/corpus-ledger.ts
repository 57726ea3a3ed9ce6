// A log of the corpus in a database of its own, for tests of what the auditor's commands say about it.
import type { EventStore } from '#services/event-store/port.ts'
import { PostgresLog } from '#services/event-store/postgres/log.ts'
import { CORPUS_START } from '../corpus/script.ts'
import { createTestDatabase } from '../database.ts'
import { type Asked, ask, type Options } from './asking.ts'

export async function askOfCorpus(
  play: (store: EventStore) => Promise<void>,
  name: string,
  options: Options = {},
): Promise<Asked> {
  const database = await createTestDatabase()
  try {
    const store = await PostgresLog.open({ url: database.url, ...CORPUS_START })
    await play(store).finally(() => store.close())
    return await ask({ url: database.url }, name, options)
  } finally {
    await database.drop()
  }
}
