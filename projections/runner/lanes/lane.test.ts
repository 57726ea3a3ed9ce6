import { expect, it, onTestFinished, vi } from 'vitest'
import type { EventStore, StoredEvent } from '#services/event-store/port.ts'
import { type ProjectionName, TRAILING } from '../../projection.ts'
import { projections } from '../../registry.ts'
import {
  keep,
  newClient,
  newDatabase,
  newFreshReads,
  newLog,
  progress,
  until,
  untilFolded,
} from '../../testing/environment.ts'
import { randomScenario } from '../../testing/scenario.ts'
import { writeLog } from '../../testing/write-log.ts'
import { type Announcement, isOfTrailing } from '../announcement.ts'
import { BEGINNING, createCheckpoints } from '../checkpoint.ts'
import { connectToFold, SERVED } from '../fold-connection.ts'
import { CheckpointMoved } from '../write-batch.ts'
import { RunningLane } from './lane.ts'

const isTrailing = (name: string) => TRAILING.has(name as ProjectionName)

/** Long enough that nothing before it counts as recent. */
const A_PAUSE_MS = 10_000

/** Stops the clock; the returned function lets it advance. */
function stopTime(): (ms: number) => void {
  let now = 0
  const clock = vi.spyOn(performance, 'now').mockImplementation(() => now)
  onTestFinished(() => clock.mockRestore())
  return (ms) => {
    now += ms
  }
}

async function newLane() {
  const { url } = await newDatabase()
  const store = await newLog(url)
  const last = await writeLog(store, randomScenario(5, 80))
  const events: StoredEvent[] = []
  for await (const page of store.readAll(null)) events.push(...page)
  const client = keep(await connectToFold(url, SERVED, { batches: true }), (one) => one.end())
  await createCheckpoints(client, projections, store.logId)
  const lane = new RunningLane({ checkpoint: BEGINNING, projections })
  /** As the lanes do: trailing read models are given what is due. */
  const fold = async (from: number, to: number) => {
    const folded = await lane.fold(client, store, events.slice(from, to))
    if (lane.trailsIn === 0) await lane.trail(client, store)
    return folded
  }
  const watching = await newClient(url)
  /** Ledger numbers of the last events: of leading and of trailing read models. */
  const numbers = async () => {
    const all = Object.entries(await progress(watching))
    const of = (trailing: boolean) =>
      new Set(all.filter(([name]) => isTrailing(name) === trailing).map(([, { number }]) => number))
    return { leading: [...of(false)], trailing: [...of(true)] }
  }
  return { url, store: store as EventStore, client, events, lane, fold, numbers, last }
}

it('holds events for trailing read models while many come, and gives them all of it later', async () => {
  const pass = stopTime()
  const { url, lane, fold, numbers, last } = await newLane()
  await fold(0, 20)
  await fold(20, last)
  expect(await numbers()).toEqual({ leading: [last - 1], trailing: [-1] })
  pass(A_PAUSE_MS)
  await fold(last, last + 1)
  expect(lane.trailsIn).toBe(null)
  await untilFolded(url, last)
})

it('holds events of small pages too, if they follow closely', async () => {
  const pass = stopTime()
  const { fold, numbers } = await newLane()
  for (let from = 0; from < 40; from += 2) {
    await fold(from, from + 2)
    pass(5)
  }
  // when the first pages came, there were few events as far as it knew
  const { leading, trailing } = await numbers()
  expect(leading).toEqual([39])
  expect(trailing[0]).toBeGreaterThan(0)
  expect(trailing[0]).toBeLessThan(30)
})

it('folds all of them together if nothing follows at once', async () => {
  const pass = stopTime()
  const { lane, fold, numbers } = await newLane()
  for (let from = 0; from < 40; from += 10) {
    await fold(from, from + 10)
    expect(await numbers()).toEqual({ leading: [from + 9], trailing: [from + 9] })
    expect(lane.trailsIn).toBe(null)
    pass(A_PAUSE_MS)
  }
})

it('holds nothing for longer than a moment', async () => {
  const pass = stopTime()
  const { lane, fold, numbers } = await newLane()
  await fold(0, 20)
  const ms = lane.trailsIn
  expect(ms).toBeGreaterThan(0)
  pass(ms!)
  await fold(20, 40)
  expect(await numbers()).toEqual({ leading: [39], trailing: [39] })
})

it('announces leading and trailing read models separately, so that reads wait only for what they need', async () => {
  stopTime()
  const { url, store, client, lane, fold } = await newLane()
  const reads = await newFreshReads({ url, store })
  const heard: (Announcement | null)[] = []
  reads.onProjected((announcement) => heard.push(announcement))
  const reached = () =>
    Object.fromEntries(reads.projectionHealth().map(({ projection, number }) => [projection, number]))
  await fold(0, 20)
  await until(() => expect(reached()).toMatchObject({ bets: 19, accounts: 19, audit: -1 }))
  await lane.trail(client, store)
  await until(() => expect(reached()).toMatchObject({ bets: 19, audit: 19, book: 19 }))
  // nothing was missed, so no browser has to start again
  expect(heard.map((one) => one && isOfTrailing(one))).toEqual([false, true])
})

it('sets aside a trailing read model at the event that it cannot fold, and no other', async () => {
  stopTime()
  const { client, store, lane, fold, numbers } = await newLane()
  await fold(0, 20)
  await client.query('alter table audit add constraint refused check (number <> 12)')
  await fold(20, 30)
  expect(await lane.trail(client, store)).toMatchObject([{ at: { number: 11 } }])
  expect((await numbers()).leading).toEqual([29])
  expect(new Set((await numbers()).trailing)).toEqual(new Set([11, 29]))
  expect(lane.projections.map(({ name }) => name)).not.toContain('audit')
})

it('holds what comes while trailing read models are being given events, and gives it to them next', async () => {
  stopTime()
  const { url, store, client, lane, fold, numbers, last } = await newLane()
  await fold(0, 30)
  const trailing = await connectToFold(url, SERVED, { batches: true })
  keep(trailing, (one) => one.end())
  const reader = await newClient(url)
  await reader.query('begin')
  await reader.query('lock table app.audit in exclusive mode')
  const giving = lane.trail(trailing, store)
  await fold(30, last)
  expect(await numbers()).toEqual({ leading: [last - 1], trailing: [-1] })
  expect([lane.trailsIn, lane.holds]).toEqual([null, true])
  await reader.query('commit')
  expect(await giving).toEqual([])
  expect(await numbers()).toEqual({ leading: [last - 1], trailing: [29] })
  expect(await lane.trail(client, store)).toEqual([])
  await untilFolded(url, last - 1)
})

it('gives trailing read models nothing twice if another projector has taken the lead meanwhile', async () => {
  stopTime()
  const { url, store, client, events, lane, fold, numbers, last } = await newLane()
  await fold(0, 30)
  const next = new RunningLane({
    checkpoint: BEGINNING,
    projections: projections.filter(({ name }) => isTrailing(name)),
  })
  await next.fold(await connectToFold(url, SERVED, { batches: true }), store, events)
  await expect(lane.trail(client, store)).rejects.toThrow(CheckpointMoved)
  expect((await numbers()).trailing).toEqual([last])
  await expect(lane.fold(client, store, events.slice(30)).then(() => lane.trail(client, store))).rejects.toThrow(
    CheckpointMoved,
  )
})
