// `npm run projections:rebuild [-- bets house …]`: rebuilds the named read models, or all, from the first event on and
// switches to them, whether or not the product runs. Uses the product's settings.
import type { Projection } from '#projections/projection.ts'
import { createReporter } from '#projections/rebuild/progress.ts'
import { rebuild } from '#projections/rebuild/rebuild.ts'
import { projections } from '#projections/registry.ts'
import { openEventStore } from '#services/event-store/open.ts'
import { readWholeLog } from '#services/event-store/whole-log.ts'
import { readConfig } from '#services/platform/config.ts'
import { migrate } from '#services/platform/database/migrate.ts'
import { openLocalDatabase } from '#services/platform/embedded-postgres/local-database.ts'
import { lineOf } from '#services/platform/errors.ts'

const interrupted = new AbortController()
for (const signal of ['SIGINT', 'SIGTERM'] as const) process.once(signal, () => interrupted.abort())

function named(names: readonly string[]): readonly Projection[] {
  if (names.length === 0) return projections
  return names.map((name) => {
    const found = projections.find((projection) => projection.name === name)
    if (found !== undefined) return found
    throw new Error(`no read model is called ${name}: ${projections.map((projection) => projection.name).join(', ')}`)
  })
}

async function main(): Promise<void> {
  const chosen = named(process.argv.slice(2))
  const config = readConfig()
  const database = await openLocalDatabase(config)
  try {
    const url = database.serviceUrl
    await migrate({ ownerUrl: database.ownerUrl, serviceUrl: url })
    const settings = { ...config, DATABASE_URL: url }
    const store = await openEventStore(settings)
    try {
      const report = createReporter(process.stderr)
      const { signal } = interrupted
      const readLog = () => readWholeLog(settings, store)
      const { events } = await rebuild({ store, url, projections: chosen, readLog, signal, progress: report.progress })
      process.stdout.write(`${report.summary(events, chosen.length)}\n`)
    } finally {
      await store.close()
    }
  } finally {
    await database.close()
  }
}

try {
  await main()
} catch (error) {
  const line = interrupted.signal.aborted ? 'interrupted: nothing has changed' : lineOf(error)
  process.stderr.write(`projections:rebuild: ${line}\n`)
  process.exitCode = interrupted.signal.aborted ? 130 : 1
}
