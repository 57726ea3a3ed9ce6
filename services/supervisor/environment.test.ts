// Which secrets reach which process, according to the processes' own environments.
import { generateKeyPairSync } from 'node:crypto'
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { readConfig } from '#services/platform/config.ts'
import { environmentOf, SECRETS, type Service } from '#services/platform/process/service-environment.ts'
import { createTestDatabase, type TestDatabase } from '#tests/database.ts'
import { Product } from './product.ts'
import { expectOwnMetricsPorts } from './service-settings.ts'
import { createSupervisorLog } from './supervisor-log.ts'

const PARTS: Service[] = ['simulator', 'api', 'projector', 'notary', 'worker']
const FAKE = join(import.meta.dirname, 'testing/fake-child.ts')

const LOG_KEY = generateKeyPairSync('ed25519').privateKey.export({ format: 'pem', type: 'pkcs8' }).toString().trim()

let folder: string
let database: TestDatabase
beforeAll(async () => {
  folder = mkdtempSync(join(tmpdir(), 'fairbook-environment-'))
  database = await createTestDatabase()
})
afterAll(async () => {
  await database.drop()
  rmSync(folder, { recursive: true, force: true })
})

/** Starts the product with parts that record their environment, and stops it. */
async function environments(
  settings: Record<string, string>,
): Promise<Partial<Record<Service, Record<string, string>>>> {
  const file = (part: Service) => join(folder, `${part}.json`)
  const entry = (part: Service) => {
    const path = join(folder, `${part}.mjs`)
    const note = `writeFileSync(${JSON.stringify(file(part))}, JSON.stringify(process.env))`
    writeFileSync(path, `import { writeFileSync } from 'node:fs'\n${note}\nawait import(${JSON.stringify(FAKE)})`)
    return path
  }
  for (const part of PARTS) rmSync(file(part), { force: true })
  const env: NodeJS.ProcessEnv = {
    ...process.env,
    DATABASE_URL: database.url,
    DATABASE_OWNER_URL: database.ownerUrl,
    DATA_DIR: folder,
    NO_BUILD: '1',
    SUPER_ADMIN_PASSWORD: 'of the super admin',
    REDIS_URL: 'redis://:of-redis@127.0.0.1:6379',
    EVENTSTORE_URL: 'esdb://admin:of-the-store@127.0.0.1:2113',
    SIM_SEED: 'no secret',
    ...settings,
  }
  const product = new Product({
    config: readConfig(env),
    env,
    print: () => undefined,
    log: createSupervisorLog({ write: () => undefined }),
    onFatal: () => undefined,
    entries: Object.fromEntries(PARTS.map((part) => [part, entry(part)])),
  })
  await product.start()
  const running = Object.keys(product.pids) as Service[]
  await product.stop()
  return Object.fromEntries(running.map((part) => [part, JSON.parse(readFileSync(file(part), 'utf8'))]))
}

const secretsIn = (env: Record<string, string> | undefined) =>
  Object.keys(env ?? {})
    .filter((name) => name.replace(/_FILE$/, '') in SECRETS)
    .toSorted()

test('each part is given the secrets that it needs, and everything that is not secret', async () => {
  const { simulator, api, projector, notary, worker } = await environments({
    LOG_SIGNING_KEY: LOG_KEY,
    OTEL_EXPORTER_OTLP_HEADERS: 'authorization=of-the-collector',
    OTEL_EXPORTER_OTLP_TRACES_HEADERS: 'authorization=of-its-traces',
  })
  expect(secretsIn(simulator)).toEqual(['DATABASE_URL'])
  const ofTraces = ['OTEL_EXPORTER_OTLP_HEADERS', 'OTEL_EXPORTER_OTLP_TRACES_HEADERS']
  const ofAll = ['DATABASE_URL', 'EVENTSTORE_URL', ...ofTraces]
  expect(secretsIn(projector)).toEqual(ofAll)
  expect(secretsIn(notary)).toEqual([...ofAll, 'LOG_SIGNING_KEY'].toSorted())
  expect(secretsIn(worker)).toEqual([...ofAll, 'REDIS_URL'].toSorted())
  expect(secretsIn(api)).toEqual([...ofAll, 'SUPER_ADMIN_PASSWORD'].toSorted())
  for (const env of [simulator, api, projector, notary, worker]) {
    expect([env!.SIM_SEED, env!.PATH, env!.DATABASE_URL]).toEqual(['no secret', process.env.PATH, database.url])
    expect(JSON.stringify(env)).not.toContain(new URL(database.ownerUrl).password)
  }
})

test('the key for odds reaches the processes that poll and that price bets', async () => {
  const { simulator, api, projector, worker } = await environments({ ODDS_API_KEY: 'of the provider' })
  expect(simulator).toBeUndefined()
  expect([api, worker].map((env) => env!.ODDS_API_KEY)).toEqual(['of the provider', 'of the provider'])
  expect(JSON.stringify(projector)).not.toContain('of the provider')
})

test('a secret in a file is given to those who need it, and to nobody else', async () => {
  const file = (name: string, text: string) => {
    writeFileSync(join(folder, name), `${text}\n`)
    return join(folder, name)
  }
  const files = {
    ...{ DATABASE_URL: '', DATABASE_OWNER_URL: '', ODDS_API_KEY: '', LOG_SIGNING_KEY: '' },
    DATABASE_URL_FILE: file('database-url', database.url),
    DATABASE_OWNER_URL_FILE: file('owner-url', database.ownerUrl),
    ODDS_API_KEY_FILE: file('odds-api-key', 'of the provider'),
    LOG_SIGNING_KEY_FILE: file('signing-key', LOG_KEY),
  }
  const { simulator, api, projector, notary, worker } = await environments(files)
  // with a key for real odds nothing is simulated
  expect(simulator).toBeUndefined()
  const ofAll = ['DATABASE_URL', 'EVENTSTORE_URL']
  expect(secretsIn(projector)).toEqual(ofAll)
  expect(secretsIn(notary)).toEqual([...ofAll, 'LOG_SIGNING_KEY', 'LOG_SIGNING_KEY_FILE'])
  for (const env of [api, projector, notary, worker]) {
    const { DATABASE_URL, LOG_SIGNING_KEY, ODDS_API_KEY } = readConfig(env)
    expect(DATABASE_URL).toBe(database.url)
    expect(LOG_SIGNING_KEY).toBe(env === notary ? LOG_KEY : undefined)
    expect(ODDS_API_KEY).toBe(env === api || env === worker ? 'of the provider' : undefined)
  }
})

test('the build of the pages, and Postgres, are given none', () => {
  const names = Object.keys(SECRETS).flatMap((name) => [name, `${name}_FILE`])
  const env = { ...Object.fromEntries(names.map((name) => [name, 'secret'])), PATH: '/bin' }
  expect(environmentOf(env)).toEqual({ PATH: '/bin' })
})

test('every setting that looks like a secret is treated as one', () => {
  const settings = readFileSync(join(import.meta.dirname, '../platform/config.ts'), 'utf8').matchAll(
    /^ {2}([A-Z_]+):/gm,
  )
  const suspicious = [...settings]
    .map(([, name = '']) => name)
    .filter((name) => /KEY|PASSWORD|SECRET|TOKEN|_URL$/.test(name))
  expect(suspicious).toContain('SUPER_ADMIN_PASSWORD')
  expect(suspicious.filter((name) => !(name in SECRETS))).toEqual([
    'ODDS_API_BASE_URL',
    // the public half, and information about a change
    'LOG_KEY_CHANGED',
    'LOG_KEY_CHANGE_REASON',
    'LOG_KEY_TRUSTED_TO',
    'LOG_KEY_AFTER_LOSS',
  ])
})

test('the ports of the metrics are nobody else’s', () => {
  const free = { PORT: 3000, SIM_PORT: 0 }
  expect(() => expectOwnMetricsPorts({ ...free, METRICS_PORT: undefined })).not.toThrow()
  expect(() => expectOwnMetricsPorts({ ...free, METRICS_PORT: 2995 })).not.toThrow()
  expect(() => expectOwnMetricsPorts({ ...free, METRICS_PORT: 3001 })).not.toThrow()
  for (const first of [2996, 3000]) {
    expect(() => expectOwnMetricsPorts({ ...free, METRICS_PORT: first })).toThrow(
      `METRICS_PORT: ${first} to ${first + 4} are for metrics, and PORT is 3000`,
    )
  }
  expect(() => expectOwnMetricsPorts({ PORT: 0, SIM_PORT: 4002, METRICS_PORT: 4000 })).toThrow('SIM_PORT is 4002')
})
