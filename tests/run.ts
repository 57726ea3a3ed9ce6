// `npm test`: formatting and lint, types, unit and integration tests, the built UI's budget, browser tests.
// Ends with what failed, what needed a retry, what was skipped and why, and `N passed, N failed`.
import { spawn, spawnSync } from 'node:child_process'
import { existsSync, mkdtempSync, readFileSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { refuseArguments } from '#services/platform/no-arguments.ts'
import { errorContexts, type Outcome, readPlaywright, readVitest } from './reports.ts'
import { findChromium, installMissing, skippedParts } from './system-packages.ts'

refuseArguments('npm test', 'npm run unit -- PATH runs the tests of a folder or file')
const say = (line: string) => process.stdout.write(`${line}\n`)
const reports = mkdtempSync(join(tmpdir(), 'fairbook-reports-'))
const total = { passed: 0, failures: [] as string[], retried: [] as string[], skippedParts: [] as string[] }

/**
 * Runs a command to its end. Without a report it counts as one test with this name. `beside`: it runs in parallel with
 * others, and its output is shown when it has ended.
 */
async function run(name: string, command: string, args: string[], { report, beside = false }: How = {}): Promise<void> {
  const begin = performance.now()
  const { isFine, said } = await outputOf(command, args, report?.env ?? {}, beside)
  const { passed, skipped, failures, retried, slowest } = outcomeOf(name, isFine, report)
  total.passed += passed
  total.failures.push(...failures)
  total.retried.push(...retried)
  const seconds = Math.round((performance.now() - begin) / 1_000)
  const skips = skipped > 0 ? `, ${skipped} skipped` : ''
  process.stdout.write(said)
  say(`-- ${name}: ${passed} passed, ${failures.length} failed${skips} (${seconds} s)`)
  if (slowest.length > 0) say(`-- the longest: ${slowest.join(', ')}`)
}

type How = { readonly report?: Report; readonly beside?: boolean }

/** `said` is empty if the output went straight to the terminal. */
function outputOf(command: string, args: string[], more: Record<string, string>, isKept: boolean) {
  const child = spawn(join('node_modules', '.bin', command), args, {
    stdio: isKept ? ['ignore', 'pipe', 'pipe'] : 'inherit',
    env: { ...process.env, ...more },
  })
  const said: string[] = []
  for (const stream of [child.stdout, child.stderr])
    stream?.setEncoding('utf8').on('data', (text: string) => said.push(text))
  return new Promise<{ isFine: boolean; said: string }>((resolve) => {
    child.once('error', (error) => resolve({ isFine: false, said: `${error.message}\n` }))
    child.once('close', (code) => resolve({ isFine: code === 0, said: said.join('') }))
  })
}

type Report = { readonly file: string; read(report: unknown): Outcome; readonly env?: Record<string, string> }

/**
 * A runner without a report counts as one failure, and so does one that failed although its report shows no failure.
 */
function outcomeOf(name: string, passedAll: boolean, report?: Report): Outcome {
  const nothing: Outcome = { passed: 0, skipped: 0, failures: [], retried: [], slowest: [] }
  if (report === undefined) return passedAll ? { ...nothing, passed: 1 } : { ...nothing, failures: [name] }
  if (!existsSync(report.file)) return { ...nothing, failures: [`${name}: ended without a report`] }
  const outcome = report.read(JSON.parse(readFileSync(report.file, 'utf8')))
  if (passedAll || outcome.failures.length > 0) return outcome
  return { ...outcome, failures: [`${name}: ended with an error outside the tests`] }
}

function unitTests(): Promise<void> {
  const file = join(reports, 'vitest.json')
  const outside = join(reports, 'outside.json')
  const reporters = ['dot', 'json', './tests/failure-reporter.ts'].map((name) => `--reporter=${name}`)
  const report: Report = {
    file,
    read: (found) => readVitest(found, existsSync(outside) ? JSON.parse(readFileSync(outside, 'utf8')) : []),
    env: { OUTSIDE_ERRORS: outside },
  }
  const args = ['run', ...reporters, `--outputFile.json=${file}`]
  return run('unit, property and integration tests', 'vitest', args, { report })
}

async function browserTests(): Promise<void> {
  const chromium = findChromium()
  if (chromium === null) {
    total.skippedParts.push('browser tests: no Chromium on this machine')
    return
  }
  const file = join(reports, 'playwright.json')
  // uses what the server's tests have compiled: in an empty clone, the product then starts faster and with less work
  const compiled = join(import.meta.dirname, '../node_modules/.cache/compiled')
  const env = { CHROMIUM_PATH: chromium, PLAYWRIGHT_JSON_OUTPUT_NAME: file, NODE_COMPILE_CACHE: compiled }
  const args = ['test', '--config', 'ui/playwright.config.ts', '--reporter=line,json']
  await run('browser tests', 'playwright', args, { report: { file, read: readPlaywright, env } })
  if (existsSync(file)) for (const context of errorContexts(JSON.parse(readFileSync(file, 'utf8')))) sayPage(context)
}

/** Prints what the page showed, because the machine that ran the test may be gone when somebody asks. */
function sayPage(context: string): void {
  const page = /```yaml\n(.*?)```/s.exec(readFileSync(context, 'utf8'))?.[1]
  if (page !== undefined) say(`-- the page at the failure, from ${context}:\n${page}`)
}

async function sources(): Promise<void> {
  await run('formatting, lint and import rules', 'biome', ['ci', '--error-on-warnings', '.'], { beside: true })
  await run('types', 'tsc', ['--noEmit'], { beside: true })
}

async function pages(): Promise<void> {
  const args = ['build', '--config', 'ui/vite.config.ts', '--logLevel', 'warn']
  await run('build of the UI', 'vite', args, { beside: true })
  await run('size budget of the UI', 'node', ['ui/budget/sizes.ts'], { beside: true })
}

// A download leaves both cores idle, and each of these one of them.
const installing = installMissing(say)
await Promise.all([sources(), pages(), installing.forServer])
await unitTests()
await installing.chromium
await browserTests()

if (process.env.RECORDED_ODDS === undefined) total.skippedParts.push('recorded odds: RECORDED_ODDS names no folder')
total.skippedParts.push(...skippedParts())
if (process.env.EVENTSTORE_URL === undefined)
  total.skippedParts.push('event store contract on EventStoreDB: EVENTSTORE_URL is not set')
if (spawnSync('docker', ['compose', 'version']).status !== 0)
  total.skippedParts.push('docker compose config: no compose plugin on this machine')
rmSync(reports, { recursive: true, force: true })
for (const name of total.failures) say(`failed: ${name}`)
for (const name of total.retried) say(`passed only on the retry: ${name}`)
for (const part of total.skippedParts) say(`skipped: ${part}`)
say(`${total.passed} passed, ${total.failures.length} failed`)
process.exitCode = total.failures.length === 0 ? 0 : 1
