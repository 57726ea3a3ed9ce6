// The expected read models: the rows that a rebuild makes of the log in an empty database.
import type { EventStore } from '#services/event-store/port.ts'
import { rebuild } from '../rebuild/rebuild.ts'
import { newDatabase } from './environment.ts'
import { readModels } from './write-log.ts'

export async function modelsOfRebuild(store: EventStore): ReturnType<typeof readModels> {
  const { url } = await newDatabase()
  await rebuild({ store, url })
  return readModels(url)
}
