// Watch mode with services that do nothing, in a project of its own.
import { mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { dirname, join } from 'node:path'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { readConfig } from '#services/platform/config.ts'
import type { Service } from '#services/platform/process/service-environment.ts'
import { createTestDatabase, type TestDatabase } from '#tests/database.ts'
import { createSupervisorLog } from '../supervisor-log.ts'
import { WatchedProduct } from './watched-product.ts'

const SERVICES: Service[] = ['simulator', 'api', 'projector', 'notary', 'worker']
const FAKE = join(import.meta.dirname, '../testing/fake-child.ts')
const SOON = { timeout: 60_000, interval: 20 }

let project: string
let database: TestDatabase
let product: WatchedProduct
const said: string[] = []

const path = (file: string) => join(project, file)
const change = (file: string, text: string) => writeFileSync(path(file), text)
/** The starts of a process, each with the addresses it was given. */
const runsOf = (name: string) =>
  readFileSync(path(`${name}.log`), 'utf8')
    .split('\n')
    .filter(Boolean)
    .map((line) => JSON.parse(line) as Record<string, string>)

/** A process that records its start, and dies if `services/workers/main.ts` of the project is incomplete. */
function entry(name: string): string {
  const file = path(`${name}.mjs`)
  const note = `appendFileSync(${JSON.stringify(path(`${name}.log`))}, JSON.stringify(process.env) + '\\n')`
  const broken = `if (readFileSync(${JSON.stringify(path('services/workers/main.ts'))}, 'utf8') === 'broken') process.exit(1)`
  const code = [`import { appendFileSync, readFileSync } from 'node:fs'`, note, name === 'worker' ? broken : '']
  writeFileSync(file, [...code, `await import(${JSON.stringify(FAKE)})`].join('\n'))
  return file
}

beforeAll(async () => {
  project = mkdtempSync(join(tmpdir(), 'fairbook-dev-'))
  database = await createTestDatabase()
  for (const file of [
    'services/workers/main.ts',
    'services/api/main.ts',
    'domain/money.ts',
    'projections/bets/table.sql',
  ]) {
    mkdirSync(dirname(path(file)), { recursive: true })
    change(file, 'whole')
  }
  const env = {
    ...process.env,
    DATABASE_URL: database.url,
    DATABASE_OWNER_URL: database.ownerUrl,
    DATA_DIR: project,
    PORT: '4999',
    SUPER_ADMIN_PASSWORD: 'of the super admin',
  }
  product = new WatchedProduct({
    config: readConfig(env),
    env,
    print: (line) => said.push(line),
    log: createSupervisorLog({ write: () => undefined }),
    onFatal: (reason) => said.push(reason),
    entries: Object.fromEntries(SERVICES.map((service) => [service, entry(service)])),
    project,
    viteEntry: entry('vite'),
  })
  // the fake services all claim the same port
  expect(await product.start()).toBe('http://127.0.0.1:4711')
})
afterAll(async () => {
  await product.stop()
  await database.drop()
  rmSync(project, { recursive: true, force: true })
})

test('Vite has the address that people open, knows where the api is, and has no secret', () => {
  const [vite] = runsOf('vite')
  expect([vite!.PORT, vite!.API_URL]).toEqual(['4999', 'http://127.0.0.1:4711'])
  expect([vite!.DATABASE_URL, vite!.SUPER_ADMIN_PASSWORD]).toEqual([undefined, undefined])
  expect(runsOf('api')[0]!.PORT).toBe('0')
})

test('a changed file restarts the process that it belongs to', async () => {
  change('services/api/main.ts', 'other')
  await expect.poll(() => said, SOON).toContain('api ready again')
  expect(said).toContain('services/api/main.ts changed; restarting api')
  expect([...SERVICES, 'vite'].map((name) => runsOf(name).length)).toEqual([1, 2, 1, 1, 1, 1])
  // where it listened before
  expect(runsOf('api')[1]!.PORT).toBe('4711')
})

test('a changed file that all depend on restarts all but Vite', async () => {
  change('domain/money.ts', 'other')
  await expect.poll(() => said, SOON).toContain('simulator, api, projector, notary, worker ready again')
  expect([...SERVICES, 'vite'].map((name) => runsOf(name).length)).toEqual([2, 3, 2, 2, 2, 1])
})

test('a process whose code is broken waits for the next change', async () => {
  change('services/workers/main.ts', 'broken')
  await expect.poll(() => said, SOON).toContain('the worker process ended (code 1); it waits for a change')
  change('services/workers/main.ts', 'whole again')
  await expect.poll(() => said.filter((line) => line === 'worker ready again'), SOON).toHaveLength(1)
  expect(runsOf('worker')).toHaveLength(4)
})

test('a changed table is not applied while the processes that use it run', async () => {
  change('projections/bets/table.sql', 'other')
  await expect.poll(() => said, SOON).toContain('projections/bets/table.sql changed: start again to use it')
  expect(runsOf('projector')).toHaveLength(2)
})
