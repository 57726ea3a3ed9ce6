// `npm run migrate:event-store`: moves the log of a stopped product from Postgres to the EventStoreDB in
// EVENTSTORE_URL, and rebuilds the read models from there. Uses the product's settings.
import { openEventStore } from '#services/event-store/open.ts'
import { readConfig } from '#services/platform/config.ts'
import { migrate } from '#services/platform/database/migration/migrate.ts'
import { openLocalDatabase } from '#services/platform/embedded-postgres/local-database.ts'
import { refuseArguments } from '#services/platform/no-arguments.ts'
import { ofSettings, runTool } from '#services/platform/process/tool.ts'
import { MoveError } from './errors.ts'
import { type MigrationProgress, migrateLog } from './migrate-log.ts'

const SAID_EVERY_MS = 2_000
const count = (events: number) => events.toLocaleString('en')
const signed = (checkpoints: number) =>
  checkpoints === 1 ? '1 signed checkpoint has it' : `${count(checkpoints)} signed checkpoints have it`

/** Prints a line for each step, and every two seconds the progress. */
function createReporter(): (progress: MigrationProgress) => void {
  let said = ''
  let at = Number.NEGATIVE_INFINITY
  return (progress) => {
    const [step, events] =
      progress.step === 'building'
        ? ([`read models: ${progress.rebuild.step}`, progress.rebuild.events] as const)
        : ([progress.step, progress.events] as const)
    if (step === said && performance.now() - at < SAID_EVERY_MS) return
    said = step
    at = performance.now()
    process.stderr.write(`${step}: ${count(events)} events\n`)
  }
}

async function run(signal: AbortSignal): Promise<number> {
  const config = await ofSettings('move', readConfig)
  if (config.EVENTSTORE_URL === undefined)
    throw new MoveError('move_settings', 'EVENTSTORE_URL is not set: it names the server that the log is moved to')
  const database = await ofSettings('move', () => openLocalDatabase(config))
  try {
    const url = database.serviceUrl
    await migrate({ ownerUrl: database.ownerUrl, serviceUrl: url })
    const { events, root, checkpoints } = await migrateLog({
      url,
      ownerUrl: database.ownerUrl,
      openTarget: (first) => openEventStore({ ...config, DATABASE_URL: url }, { first }),
      progress: createReporter(),
      signal,
    })
    process.stdout.write(
      `${count(events)} events are on EventStoreDB in the order of the log, with its root ${root}, as ${signed(checkpoints)}. Start the product with this EVENTSTORE_URL from now on.\n`,
    )
    return 0
  } finally {
    await database.close()
  }
}

refuseArguments('migrate:event-store')
await runTool({
  name: 'migrate:event-store',
  codes: 'move',
  whenInterrupted: 'interrupted: the same command goes on',
  run,
})
