// `npm run test:eventstore`: tests the event store, and the product on it, with a real EventStoreDB: the one in
// EVENTSTORE_URL, or one in a container. Ends with what was skipped and why, and `N passed, N failed`.
import { spawnSync } from 'node:child_process'
import { existsSync, mkdtempSync, readFileSync, rmSync } from 'node:fs'
import { createServer } from 'node:net'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { GenericContainer, Wait } from 'testcontainers'
import { parse } from 'yaml'

/** Where the tests find the server, and what they may do to it. */
type Server = { readonly url: string; readonly control: string | undefined; stop(): Promise<unknown> }

const COMPOSE = join(import.meta.dirname, '../docker-compose.yml')
const PORT = 2113
const say = (line: string) => process.stdout.write(`${line}\n`)

/** The image that the product is run with. */
function imageOfCompose(): string {
  const { services } = parse(readFileSync(COMPOSE, 'utf8'), { merge: true }) as {
    services: { eventstore: { image: string } }
  }
  return services.eventstore.image
}

const dockerIsThere = () => spawnSync('docker', ['info'], { stdio: 'ignore' }).status === 0

/** A port that stays the same when the container is restarted. */
async function freePort(): Promise<number> {
  const listening = createServer()
  await new Promise<void>((resolve) => listening.listen(0, '127.0.0.1', resolve))
  const { port } = listening.address() as { port: number }
  await new Promise((resolve) => listening.close(resolve))
  return port
}

async function startContainer(): Promise<Server> {
  const image = process.env.EVENTSTORE_IMAGE || imageOfCompose()
  say(`Starting ${image} in a container`)
  const host = await freePort()
  const container = await new GenericContainer(image)
    .withEnvironment({ EVENTSTORE_INSECURE: 'true', EVENTSTORE_RUN_PROJECTIONS: 'None', EVENTSTORE_CLUSTER_SIZE: '1' })
    .withExposedPorts({ container: PORT, host })
    .withWaitStrategy(Wait.forHttp('/health/live', PORT).forStatusCodeMatching((status) => status < 300))
    .withStartupTimeout(180_000)
    .start()
  return {
    url: `esdb://${container.getHost()}:${host}?tls=false`,
    control: `docker {} ${container.getId()}`,
    stop: () => container.stop(),
  }
}

/** The server to test with; null if there is none. */
async function findServer(): Promise<Server | null> {
  const url = process.env.EVENTSTORE_URL
  if (url) return { url, control: process.env.EVENTSTORE_CONTROL || undefined, stop: async () => undefined }
  return dockerIsThere() ? startContainer() : null
}

/**
 * The adapter and its contract; the same log as on Postgres, its move, its backup, its audit and the answers about it;
 * and the product's processes on it.
 */
const TESTS = [
  'services/event-store/eventstoredb',
  'services/event-store/open.test.ts',
  'services/log-migration',
  'services/backup/log-elsewhere.test.ts',
  'tests/same-bytes.test.ts',
  'tests/audit/event-store.test.ts',
  'tests/audit/stores-agree.test.ts',
  'tests/audit/live.test.ts',
  'tests/processes.test.ts',
]

type Count = { readonly numPassedTests: number; readonly numFailedTests: number }

function runTests({ url, control }: Server): { passed: number; failed: number } {
  const reports = mkdtempSync(join(tmpdir(), 'fairbook-eventstore-'))
  const file = join(reports, 'vitest.json')
  const args = ['run', '--project', 'server', '--no-file-parallelism', '--reporter=default', '--reporter=json']
  const env = { ...process.env, EVENTSTORE_URL: url, ...(control && { EVENTSTORE_CONTROL: control }) }
  const { status } = spawnSync(
    join('node_modules', '.bin', 'vitest'),
    [...args, `--outputFile.json=${file}`, ...TESTS],
    { stdio: 'inherit', env },
  )
  const count: Count = existsSync(file)
    ? (JSON.parse(readFileSync(file, 'utf8')) as Count)
    : { numPassedTests: 0, numFailedTests: 0 }
  rmSync(reports, { recursive: true, force: true })
  // a run that failed without a failing test is a failure too
  const failed = status === 0 ? count.numFailedTests : Math.max(1, count.numFailedTests)
  return { passed: count.numPassedTests, failed }
}

const server = await findServer()
if (server === null) {
  say('skipped: the event store on EventStoreDB: EVENTSTORE_URL is not set, and no Docker to start one in')
  say('0 passed, 0 failed')
} else {
  try {
    const { passed, failed } = runTests(server)
    if (!server.control) say('skipped: a server that dies and freezes: EVENTSTORE_CONTROL is not set')
    say(`${passed} passed, ${failed} failed`)
    process.exitCode = failed === 0 ? 0 : 1
  } finally {
    await server.stop()
  }
}
