// `npm run tournament`: a hundred ties with `npm start`'s processes, on the business clock at sixty times the speed,
// from a provider of its own; takes some seven minutes. Exits with 1 if a tie was never offered, or a bet did not end
// by the score after ninety minutes.
import { setTimeout as pause } from 'node:timers/promises'
import { MINUTE } from '#services/platform/clock/durations.ts'
import { refuseArguments } from '#services/platform/no-arguments.ts'
import { ask, fundedSessions, startProduct } from '#tests/product.ts'
import { createBackers } from './backers.ts'
import { LONGEST, type Match, matchesOf } from './matches.ts'
import { listenTournament } from './provider.ts'

const SPEED = 60
const MATCHES = Number(process.env.TOURNAMENT_MATCHES ?? 100)
const FIRST_IN = 40 * MINUTE
const LOOK_MS = 1_000
const SAY_EVERY = 30

refuseArguments('tournament')
const say = (line: string) => process.stdout.write(`${line}\n`)

let anchor: { readonly system: number; readonly business: number } | null = null
const now = () => (anchor === null ? Date.now() : anchor.business + (Date.now() - anchor.system) * SPEED)
let matches: readonly Match[] = []

const provider = await listenTournament(now, () => matches)
const product = await startProduct({ env: { ODDS_API_BASE_URL: provider.baseUrl, SIM_SPEED: String(SPEED) } })
try {
  const clock = await ask<{ now: string; speed: number }>(product.origin, '/api/clock')
  if (clock.speed !== SPEED) throw new Error(`the business clock runs at ${clock.speed}`)
  const tokens = await fundedSessions(product.origin, 20, 10_000)
  const { now: business } = await ask<{ now: string }>(product.origin, '/api/clock')
  anchor = { system: Date.now(), business: Date.parse(business) }
  matches = matchesOf('world cup', MATCHES, now() + FIRST_IN)
  const backers = createBackers(product.origin, tokens, matches)
  const end = matches.at(-1)!.startsAt + LONGEST
  for (let looks = 0; now() < end; looks++) {
    await backers.look()
    if (looks % SAY_EVERY === 0) say(`  ${Math.round((end - now()) / MINUTE)} minutes of business time to go`)
    await pause(LOOK_MS)
  }
  const { bets, settled, waiting, neverOffered, wrong } = await backers.verdict()
  for (const line of wrong) say(`WRONG ${line}`)
  for (const home of neverOffered) say(`NEVER OFFERED ${home}`)
  say(`${matches.length} ties, ${bets} bets: ${settled} settled by ninety minutes, ${waiting} wait for an admin`)
  process.exitCode = wrong.length === 0 && neverOffered.length === 0 ? 0 : 1
} finally {
  await product.stop()
  await provider.close()
}
