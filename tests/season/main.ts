// `npm run season`: a month of the simulated feed in some minutes, with every fault, and with bets on every market.
// Exits with 1 if a bet was forgotten or settled wrongly, or `ledger verify` has a finding. SEASON_DAYS (30),
// SEASON_SEED (fairbook), SEASON_STEP in minutes of business time between two polls (60), SEASON_MINUTES (15) after
// which nobody bets any more on a slow machine, and the games with bets are played to their end.
import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import pg from 'pg'
import { createStarted } from '#bench/started.ts'
import { DAY, MINUTE } from '#services/platform/clock/durations.ts'
import { migrate } from '#services/platform/database/migration/migrate.ts'
import { startCluster } from '#services/platform/embedded-postgres/cluster.ts'
import { refuseArguments } from '#services/platform/no-arguments.ts'
import { ledger } from '#tests/audit/ledger-command.ts'
import { accountText, forgotten } from './reckoning/account.ts'
import { createSeason } from './season.ts'

const DAYS = Number(process.env.SEASON_DAYS ?? 30)
const SEED = process.env.SEASON_SEED ?? 'fairbook'
const STEP = Number(process.env.SEASON_STEP ?? 60)
const MINUTES = Number(process.env.SEASON_MINUTES ?? 15)
const DATABASE = 'season'
const PROGRESS_MS = 20_000

refuseArguments('season')
const say = (line: string) => process.stdout.write(`${line}\n`)
const started = createStarted()
const dataDir = await started.start(
  () => mkdtempSync(join(tmpdir(), 'fairbook-season-')),
  (folder) => rmSync(folder, { recursive: true, force: true }),
)
const cluster = await started.start(
  () => startCluster({ dataDir, durable: false }),
  (one) => one.stop(),
)
const ownerUrl = cluster.ownerUrl(DATABASE)
const url = cluster.serviceUrl(DATABASE)

/** What was logged, grouped by its first words: a season logs thousands of lines, but of few kinds. */
function problemsText(problems: readonly string[]): string[] {
  const kinds = new Map<string, number>()
  for (const problem of problems) {
    const kind = problem
      .replaceAll(/[0-9a-f]{32}/g, '…')
      .replaceAll(/\d+/g, 'n')
      .slice(0, 100)
    kinds.set(kind, (kinds.get(kind) ?? 0) + 1)
  }
  return [...kinds].toSorted(([, a], [, b]) => b - a).map(([kind, count]) => `  ${String(count).padStart(7)}  ${kind}`)
}

async function playSeason(): Promise<boolean> {
  const admin = new pg.Client(cluster.ownerUrl('postgres'))
  await admin.connect()
  await admin.query(`create database ${DATABASE}`)
  await admin.end()
  await migrate({ ownerUrl, serviceUrl: url })
  const season = await createSeason({ url, seed: SEED, start: '2026-10-01T00:00:00.000Z' })
  try {
    let said = performance.now()
    const betUntil = performance.now() + MINUTES * MINUTE
    const enough = () => performance.now() > betUntil
    const onStep = () => {
      if (performance.now() - said < PROGRESS_MS) return
      said = performance.now()
      say(`  ${season.house.clock.businessNow().toISOString().slice(0, 16)}: ${season.bets.accepted} bets`)
    }
    await season.play(DAYS * DAY, { stepMs: STEP * MINUTE, picks: 5, turnEvery: 2, enough }, onStep)
    const account = await season.account()
    say(accountText(account))
    say('refused bets, by code')
    for (const [code, count] of season.bets.refused) say(`  ${String(count).padStart(7)}  ${code}`)
    say('what the feed logged')
    for (const line of problemsText(season.house.problems)) say(line)
    const { code, out, err } = await ledger(['verify'], { DATABASE_URL: url })
    say(out + err)
    say(`ledger verify: ${code}`)
    return code === 0 && account.wrong.length === 0 && forgotten(account).length === 0
  } finally {
    await season.close()
  }
}

const begin = performance.now()
try {
  const isRight = await playSeason()
  say(
    `${isRight ? 'nothing is wrong' : 'SOMETHING IS WRONG'}, after ${Math.round((performance.now() - begin) / 1_000)} s`,
  )
  process.exitCode = isRight ? 0 : 1
} finally {
  await started.end()
}
