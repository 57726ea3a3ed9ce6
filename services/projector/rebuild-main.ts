// `npm run projections:rebuild [-- bets house …]`: rebuilds the named read models, or all, from the first event on and
// switches to them, whether or not the product runs. Uses the product's settings.
import type { Projection } from '#projections/projection.ts'
import { createReporter } from '#projections/rebuild/progress.ts'
import { rebuild } from '#projections/rebuild/rebuild.ts'
import { projections } from '#projections/registry.ts'
import { openEventStore } from '#services/event-store/open.ts'
import { readWholeLog } from '#services/event-store/whole-log.ts'
import { readConfig } from '#services/platform/config.ts'
import { migrate } from '#services/platform/database/migration/migrate.ts'
import { openLocalDatabase } from '#services/platform/embedded-postgres/local-database.ts'
import { ofSettings, runTool, ToolError } from '#services/platform/process/tool.ts'

function named(names: readonly string[]): readonly Projection[] {
  if (names.length === 0) return projections
  return names.map((name) => {
    const found = projections.find((projection) => projection.name === name)
    if (found !== undefined) return found
    throw new ToolError(
      'rebuild_settings',
      `no read model is called ${name}: ${projections.map((projection) => projection.name).join(', ')}`,
    )
  })
}

async function run(signal: AbortSignal): Promise<number> {
  const chosen = named(process.argv.slice(2))
  const config = await ofSettings('rebuild', readConfig)
  const database = await ofSettings('rebuild', () => openLocalDatabase(config))
  try {
    const url = database.serviceUrl
    await migrate({ ownerUrl: database.ownerUrl, serviceUrl: url })
    const settings = { ...config, DATABASE_URL: url }
    const store = await openEventStore(settings, { mustExist: true })
    try {
      const report = createReporter(process.stderr)
      const readLog = () => readWholeLog(settings, store)
      const { events } = await rebuild({ store, url, projections: chosen, readLog, signal, progress: report.progress })
      process.stdout.write(`${report.summary(events, chosen.length)}\n`)
      return 0
    } finally {
      await store.close()
    }
  } finally {
    await database.close()
  }
}

await runTool({
  name: 'projections:rebuild',
  codes: 'rebuild',
  whenInterrupted: 'interrupted: nothing has changed',
  run,
})
