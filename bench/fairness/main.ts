// `npm run bench:fairness`: one bettor's latency while another sends as much load as possible. Ratios matter, not
// absolute figures; the control shows the load's own cost, with the same requests to a server that does nothing. Exits
// with 1 if a target is missed. FAIRNESS_SECONDS (6) per load.
import { setTimeout as pause } from 'node:timers/promises'
import { call, startProduct } from '#tests/product.ts'
import { machine } from '../results.ts'
import { type Placed, placeBets, summary } from './bystander.ts'
import type { Call, LoadDone } from './load-process.ts'
import { ATTACKER, expensiveCalls, wrongSignIns } from './loads.ts'
import { childOf, watchMemory } from './memory.ts'
import { createAccounts, quotedPicks } from './people.ts'
import { holdStreams, runLoad, startEcho } from './processes.ts'
import { misses, type Row, type SignIns, TARGETS, table } from './report.ts'

const SECONDS = Number(process.env.FAIRNESS_SECONDS ?? 6)
const CONNECTIONS = 64
const OPEN_BETS = 520
const STREAMS = 3_000
const STREAM_ADDRESSES = 8
const WRONG = { perSecond: 400, addresses: 100, waitingMax: 4_000 }
const SIGN_IN_EVERY_MS = 1_000
/** After this time a load is at its full rate. */
const WARM_UP_MS = 500

const print = (line: string) => process.stdout.write(`${line}\n`)
const describeLoad = ({ perSecond, statuses }: LoadDone): string =>
  `${Math.round(perSecond)}/s answered: ${Object.entries(statuses)
    .map(([status, count]) => `${count} x ${status === '0' ? 'none' : status}`)
    .join(', ')}`

print(machine())
const product = await startProduct({ env: { TRUST_PROXY: '127.0.0.1' } })
const { origin } = product
const echo = await startEcho()
const memory = watchMemory(childOf(product.pid, 'services/api/main.ts'))
try {
  print(`  creating accounts; ${OPEN_BETS} open bets for the attacker`)
  const accounts = await createAccounts(origin, OPEN_BETS)
  const { username, password, token } = accounts.bystander
  const home = { 'x-forwarded-for': '192.0.2.10' }
  const rows: Row[] = []

  const measureBystander = async (seconds: number) =>
    placeBets(origin, { ...home, authorization: `Bearer ${token}` }, await quotedPicks(origin), seconds)
  const under = async (name: string, calls: readonly Call[], { seconds = SECONDS, judged = true } = {}) => {
    const running = runLoad({ origin, calls, connections: CONNECTIONS, seconds: seconds + 1 })
    await pause(WARM_UP_MS)
    const { latencies, failed } = await measureBystander(seconds)
    const done = await running
    rows.push({ name, placed: summary(latencies, failed), load: describeLoad(done), memoryMb: memory.nowMb(), judged })
    return done
  }

  // so that the process is warm when the measurement starts
  await measureBystander(3)
  const first = await measureBystander(SECONDS)
  const beforeMb = memory.nowMb()

  print(`  opening ${STREAMS} streams from ${STREAM_ADDRESSES} addresses, every tenth of which does not read`)
  const openers = Array.from({ length: STREAM_ADDRESSES }, (_, n) => ({ 'X-Forwarded-For': `192.0.2.${100 + n}` }))
  const port = Number(new URL(origin).port)
  const audience = holdStreams({ port, count: STREAMS, openedPerSecond: 380, openers, topics: 'live', deafEvery: 10 })
  await audience.reach(STREAMS, 30)
  await pause(2_000)
  const withStreamsMb = memory.nowMb()
  const eachKb = ((withStreamsMb - beforeMb) * 1024) / audience.now.held
  const greedy = holdStreams({
    port,
    count: STREAMS,
    openedPerSecond: 200,
    openers: [{ 'X-Forwarded-For': ATTACKER['x-forwarded-for'], Authorization: `Bearer ${accounts.bettor}` }],
    topics: 'live,me',
  })
  await pause(WARM_UP_MS)
  const besides = await measureBystander(SECONDS)
  rows.push({
    name: 'streams alone',
    placed: summary(besides.latencies, besides.failed),
    load: `${audience.now.held} held; of one session ${greedy.now.held}, ${greedy.now.refused} refused`,
    memoryMb: memory.nowMb(),
    judged: true,
  })

  const loads = expensiveCalls(accounts)
  for (const { name, calls } of loads) await under(name, calls)
  const longest = Math.max(...loads.map(({ calls }) => calls.length))
  const mixed = Array.from({ length: longest }, (_, n) => loads.map(({ calls }) => calls[n % calls.length]!)).flat()
  const all = await under('everything at once', mixed, { seconds: SECONDS * 1.5 })
  const heldMb = memory.nowMb()
  const streamsSummary = `${audience.now.held} streams held, ${Math.round(audience.now.megabytes)} MB pushed to them`
  greedy.stop()

  // replies of the same rate and length, from another server
  const idle: Call[] = [{ method: 'GET', path: `/${all.bytesEach}`, headers: {} }]
  const rate = { connections: CONNECTIONS, seconds: SECONDS + 1, perSecond: all.perSecond }
  const running = runLoad({ origin: echo.origin, calls: idle, ...rate })
  await pause(WARM_UP_MS)
  const beside = await measureBystander(SECONDS)
  const control = summary(beside.latencies, beside.failed)
  rows.push({
    name: 'control: load elsewhere',
    placed: control,
    load: describeLoad(await running),
    memoryMb: memory.nowMb(),
    judged: false,
  })
  audience.stop()

  const signIn = async () => {
    const begin = performance.now()
    const body = { action: 'signin', username, password }
    const { status } = await call(origin, '/api/auth/auth', { body, headers: home }).catch(() => ({ status: 0 }))
    return { status, ms: performance.now() - begin }
  }
  await signIn()
  print(`  ${WRONG.perSecond} wrong sign-ins a second from ${WRONG.addresses} addresses`)
  const wrong = runLoad({
    origin,
    calls: wrongSignIns(WRONG.addresses, username),
    connections: WRONG.waitingMax,
    seconds: SECONDS * 2,
    perSecond: WRONG.perSecond,
  })
  await pause(WARM_UP_MS)
  const tries: Promise<{ status: number; ms: number }>[] = []
  for (let n = 0; n < SECONDS * 2 - 2; n++) {
    tries.push(signIn())
    await pause(SIGN_IN_EVERY_MS)
  }
  const right = await Promise.all(tries)
  const wrongDone = await wrong
  const signIns: SignIns = {
    tried: right.length,
    succeeded: right.filter(({ status }) => status === 200).length,
    slowestMs: Math.max(...right.map(({ ms }) => ms)),
  }

  const second = await measureBystander(SECONDS)
  const alone: Placed = summary([...first.latencies, ...second.latencies], first.failed + second.failed)
  const peakMb = memory.peakMb()
  const worst = rows.find(({ name }) => name === 'everything at once')!
  print(`\n${table(alone, rows)}`)
  print(
    `  everything at once: ${(worst.placed.p99Ms / alone.p99Ms).toFixed(1)}x alone, ${(worst.placed.p99Ms / control.p99Ms).toFixed(1)}x the control`,
  )
  print(
    `  memory of the api: ${Math.round(beforeMb)} MB, with ${STREAMS} streams ${Math.round(withStreamsMb)} MB (${eachKb.toFixed(0)} KB each), ` +
      `under load ${Math.round(heldMb)} MB, peak ${Math.round(peakMb)} MB; ${streamsSummary}`,
  )
  print(
    `  signing in from a known address under attack: ${signIns.succeeded} of ${signIns.tried}, slowest ${(signIns.slowestMs / 1_000).toFixed(2)} s ` +
      `(${describeLoad(wrongDone)})`,
  )
  const missed = misses(alone, rows, peakMb, signIns)
  for (const line of missed) print(`missed: ${line}`)
  if (missed.length === 0)
    print(
      `every target is met: p99 at most ${TARGETS.ratio}x, memory below ${TARGETS.memoryMb} MB, signing in within ${TARGETS.signInMs / 1_000} s`,
    )
  process.exitCode = missed.length === 0 ? 0 : 1
} finally {
  memory.stop()
  echo.stop()
  await product.stop()
}
