// `npm test`: formatting and lint, types, unit and integration tests, the built UI's budget, browser tests.
// Ends with what was skipped and why, and `N passed, N failed`.
import { spawnSync } from 'node:child_process'
import { existsSync, mkdtempSync, readFileSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { findChromium, findRedis, installMissing } from './system-packages.ts'

type Count = { passed: number; failed: number; skipped: number }
const say = (line: string) => process.stdout.write(`${line}\n`)
const reports = mkdtempSync(join(tmpdir(), 'fairbook-reports-'))
const skippedParts: string[] = []
const total: Count = { passed: 0, failed: 0, skipped: 0 }

const runs = (command: string, args: string[], env: Record<string, string> = {}): boolean =>
  spawnSync(join('node_modules', '.bin', command), args, { stdio: 'inherit', env: { ...process.env, ...env } })
    .status === 0

function add(name: string, count: Count): void {
  total.passed += count.passed
  total.failed += count.failed
  total.skipped += count.skipped
  say(
    `-- ${name}: ${count.passed} passed, ${count.failed} failed${count.skipped > 0 ? `, ${count.skipped} skipped` : ''}`,
  )
}

function step(name: string, command: string, args: string[]): void {
  const passed = runs(command, args)
  add(name, { passed: passed ? 1 : 0, failed: passed ? 0 : 1, skipped: 0 })
}

/** A runner that failed without a report, or with one that shows no failure, counts as one failure. */
function counted(passedAll: boolean, file: string, read: (report: unknown) => Count): Count {
  const count = existsSync(file) ? read(JSON.parse(readFileSync(file, 'utf8'))) : { passed: 0, failed: 0, skipped: 0 }
  if (!passedAll && count.failed === 0) count.failed = 1
  return count
}

function unitTests(): void {
  const file = join(reports, 'vitest.json')
  const ok = runs('vitest', ['run', '--reporter=dot', '--reporter=json', `--outputFile.json=${file}`])
  add(
    'unit, property and integration tests',
    counted(ok, file, (report) => {
      const { numPassedTests, numFailedTests, numPendingTests } = report as Record<string, number>
      return { passed: numPassedTests ?? 0, failed: numFailedTests ?? 0, skipped: numPendingTests ?? 0 }
    }),
  )
}

function browserTests(): void {
  const chromium = findChromium()
  if (chromium === null) {
    skippedParts.push('browser tests: no Chromium on this machine')
    return
  }
  const file = join(reports, 'playwright.json')
  const ok = runs('playwright', ['test', '--config', 'ui/playwright.config.ts', '--reporter=line,json'], {
    CHROMIUM_PATH: chromium,
    PLAYWRIGHT_JSON_OUTPUT_NAME: file,
  })
  add(
    'browser tests',
    counted(ok, file, (report) => {
      const { expected, flaky, unexpected, skipped } = (report as { stats: Record<string, number> }).stats
      return { passed: (expected ?? 0) + (flaky ?? 0), failed: unexpected ?? 0, skipped: skipped ?? 0 }
    }),
  )
}

installMissing(say)
step('formatting, lint and import rules', 'biome', ['ci', '--error-on-warnings', '.'])
step('types', 'tsc', ['--noEmit'])
unitTests()
step('build of the UI', 'vite', ['build', '--config', 'ui/vite.config.ts', '--logLevel', 'warn'])
step('size budget of the UI', 'node', ['ui/scripts/budget.ts'])
browserTests()

if (process.env.RECORDED_ODDS === undefined) skippedParts.push('recorded odds: RECORDED_ODDS names no folder')
if (findRedis() === null) skippedParts.push('job tests on Redis: no redis-server on this machine')
if (process.env.EVENTSTORE_URL === undefined)
  skippedParts.push('event store contract on EventStoreDB: EVENTSTORE_URL is not set')
if (spawnSync('docker', ['compose', 'version']).status !== 0)
  skippedParts.push('docker compose config: no compose plugin on this machine')
rmSync(reports, { recursive: true, force: true })
for (const part of skippedParts) say(`skipped: ${part}`)
say(`${total.passed} passed, ${total.failed} failed`)
process.exitCode = total.failed === 0 ? 0 : 1
