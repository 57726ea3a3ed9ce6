// `npm run try-upgrade -- --from REF`: the product of an older commit takes bets in nine processes, and is replaced by
// this checkout process by process, in the order of docs/runbooks/upgrade.md, while bettors go on. Prints what each
// step cost them; ends with 1 if a bet was lost or duplicated, a process ended by itself, or the audit is not clean.
import { execFile } from 'node:child_process'
import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { setTimeout as pause } from 'node:timers/promises'
import { parseArgs } from 'node:util'
import { createStarted } from '#bench/started.ts'
import type { Bet } from '#services/contract/contract.ts'
import { startCluster } from '#services/platform/embedded-postgres/cluster.ts'
import { DATABASE, ensureDatabase } from '#services/platform/embedded-postgres/local-database.ts'
import { ask, fundedSessions, NODE, SUPER_ADMIN } from '../product.ts'
import { letThemBet } from '../punters.ts'
import { createServiceGroup } from '../service-group.ts'
import { checkOut, commitOf } from './release.ts'

const BETTORS = 8
/** Bets acknowledged after each step before the next one. */
const BETS = 60
const STEP_MS = 180_000
const ROOT = join(import.meta.dirname, '../..')

/** Exits with 2 after one line if it was called wrongly. */
function refAsked(): string {
  try {
    const { from } = parseArgs({ options: { from: { type: 'string' } } }).values
    if (from === undefined) throw new Error('npm run try-upgrade -- --from REF')
    commitOf(from)
    return from
  } catch (error) {
    process.stderr.write(`${(error as Error).message}\n`)
    process.exit(2)
  }
}

const from = refAsked()
const say = (line: string) => process.stdout.write(`${line}\n`)
const wrong: string[] = []

const started = createStarted()
const old = await started.start(
  () => checkOut(from),
  (release) => release.remove(),
)
say(`From ${old.commit.slice(0, 8)}, ${old.age} commits before, to this checkout`)
const dataDir = await started.start(
  () => mkdtempSync(join(tmpdir(), 'fairbook-upgrade-')),
  (folder) => rmSync(folder, { recursive: true, force: true }),
)
const cluster = await started.start(
  () => startCluster({ dataDir, settings: { max_connections: '300' } }),
  (one) => one.stop(1_000),
)
await started.start(
  () => ensureDatabase(cluster),
  () => undefined,
)
const env = {
  DATABASE_URL: cluster.serviceUrl(DATABASE),
  DATABASE_OWNER_URL: cluster.ownerUrl(DATABASE),
  // contains the log's key, with which both versions sign
  DATA_DIR: dataDir,
  SIM_SPEED: '60',
  SUPER_ADMIN_USERNAME: SUPER_ADMIN.username,
  SUPER_ADMIN_PASSWORD: SUPER_ADMIN.password,
}
const group = await started.start(
  () => createServiceGroup(env),
  ({ processes }) => Promise.all(processes.map((member) => member.giveUp())),
)

/** Its exit code and output. */
const run = (root: string, ...args: string[]): Promise<{ code: number; said: string }> =>
  new Promise((resolve) =>
    execFile(NODE, args, { cwd: root, env: { ...process.env, ...env } }, (error, stdout, stderr) =>
      resolve({ code: error === null ? 0 : Number(error.code ?? 1), said: stdout + stderr }),
    ),
  )

async function migrate(root: string): Promise<void> {
  const { code, said } = await run(root, 'services/platform/database/main.ts')
  if (code !== 0) throw new Error(`the migration failed: ${said}`)
}

/** Each bet once: one that is settled between two pages may be on both. */
async function betsOf(token: string): Promise<string[]> {
  const ids = new Set<string>()
  for (let before = ''; ; ) {
    const page = await ask<Bet[]>(group.origins[0], `/api/bets/my-bets${before}`, { token })
    if (page.length === 0) return [...ids]
    for (const { id } of page) ids.add(id)
    before = `?before=${page.at(-1)!.id}`
  }
}

/** Resolves when these bets are shown, with how long that took. */
async function untilShown(
  placed: ReadonlyMap<string, { readonly bettor: number; readonly betId: string }>,
  tokens: readonly string[],
) {
  const start = Date.now()
  const last = new Map([...placed.values()].map(({ bettor, betId }) => [bettor, betId]))
  for (const [bettor, betId] of last) {
    for (;;) {
      const newest = await ask<Bet[]>(group.origins[0], '/api/bets/my-bets', { token: tokens[bettor]! }).catch(() => [])
      if (newest.some(({ id }) => id === betId)) break
      if (Date.now() - start > STEP_MS) throw new Error(`bet ${betId} is not shown`)
      await pause(50)
    }
  }
  return Date.now() - start
}

try {
  for (const member of group.processes) member.root = old.root
  await migrate(old.root)
  await group.startAll()
  const tokens = await fundedSessions(group.origins[0], BETTORS, 100_000)
  const punters = letThemBet(group.origins, tokens, 'upgrade')
  /** Waits for further bets; returns the longest time without one. */
  const betting = async () => {
    const until = punters.acknowledged.size + BETS
    const start = Date.now()
    for (let [count, since, longest] = [punters.acknowledged.size, start, 0]; ; await pause(5)) {
      const now = Date.now()
      if (punters.acknowledged.size > count) [count, since] = [punters.acknowledged.size, now]
      longest = Math.max(longest, now - since)
      if (count >= until) return longest
      if (now - start > STEP_MS) throw new Error('no bet is taken any more')
    }
  }
  const step = async (what: string, work: () => Promise<unknown>) => {
    const start = Date.now()
    const [longest] = await Promise.all([betting(), work()])
    const done = Date.now() - start
    const after = await betting()
    const shown = await untilShown(new Map(punters.acknowledged), tokens)
    say(`${what}: ${done} ms, longest without a bet ${Math.max(longest, after)} ms, bets shown after ${shown} ms`)
    for (const { name, isAlive, output } of group.processes) {
      if (!isAlive) wrong.push(`${name} ended after ${what}: ${output.slice(-500)}`)
    }
  }
  const exchange = async (...names: string[]) => {
    for (const name of names) {
      const member = group.process(name)
      const code = await member.end('SIGTERM')
      if (code !== 0) wrong.push(`${name} ended with ${code}: ${member.output.slice(-500)}`)
      member.root = ROOT
      await member.start()
    }
  }
  await step('before', async () => undefined)
  await step('migrations', () => migrate(ROOT))
  await step('projectors', () => exchange('projector-1', 'projector-2'))
  await step('notaries', () => exchange('notary-1', 'notary-2'))
  await step('workers', () => exchange('worker-1', 'worker-2'))
  await step('apis', () => exchange('api-1', 'api-2'))
  await step('simulator', () => exchange('simulator'))
  await punters.stop()
  await untilShown(punters.acknowledged, tokens)
  for (const [bettor, token] of tokens.entries()) {
    const shown = (await betsOf(token)).toSorted()
    const placed = [...punters.acknowledged.values()].flatMap((one) => (one.bettor === bettor ? [one.betId] : []))
    if (shown.join() !== placed.toSorted().join()) {
      wrong.push(`bettor ${bettor} has ${shown.length} bets, and ${placed.length} were acknowledged`)
    }
  }
  const { code, said } = await run(ROOT, 'services/auditor/main.ts', 'verify')
  if (code !== 0) wrong.push(said)
  say(`${punters.acknowledged.size} bets: ${said.split('\n')[0]}`)
} catch (error) {
  wrong.push((error as Error).message)
} finally {
  const outputs = group.processes.map(({ name, output }) => [name, output] as const)
  await started.end()
  for (const line of wrong) say(`WRONG: ${line}`)
  if (wrong.length > 0) for (const [name, output] of outputs) say(`-- ${name}\n${output.slice(-1_500)}`)
}
process.exit(wrong.length === 0 ? 0 : 1)
