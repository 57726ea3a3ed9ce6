// What the ticks set off, with the queue in the test's hand: one thing that fails holds no other up.
import { describe, expect, test } from 'vitest'
import type { Jobs } from './jobs.ts'
import { startSchedule, type Work } from './schedule.ts'

const failing = async () => {
  throw new Error('not this one')
}

/** A schedule whose ticks come when the test says so. */
async function startBy(work: Partial<Work>) {
  const added: string[] = []
  const process = new Map<string, (name: string, data: never) => Promise<void>>()
  const nothing = async () => undefined
  const jobs: Jobs = {
    queue: () => ({
      add: async (_name, _data, id) => void added.push(id),
      every: nothing,
    }),
    worker: async (name, _concurrency, work) => void process.set(name, work),
    close: nothing,
  }
  const whole: Work = {
    poll: nothing,
    settleFixture: nothing,
    decidedFixtures: async () => [],
    finishRegistrations: nothing,
    finishPasswordChanges: nothing,
    finishTransfers: nothing,
    abandonOverdue: nothing,
    prune: nothing,
    ...work,
  }
  const schedule = await startSchedule(jobs, whole, () => undefined)
  const tick = (name: string) => process.get('ticks')!(name, {} as never)
  return { added, tick, close: () => schedule.close() }
}

describe('the sweep of accounts', () => {
  test('finishes transfers where a registration cannot be finished, and says so', async () => {
    let finished = 0
    const { tick, close } = await startBy({
      finishRegistrations: failing,
      finishTransfers: async () => {
        finished += 1
      },
    })
    await expect(tick('sweep-accounts')).rejects.toThrow('not this one')
    expect(finished).toBe(1)
    close()
  })
})

describe('the sweep of bets', () => {
  test('gives jobs for what is decided, and settles what the queue has left since the last one', async () => {
    const settled: string[] = []
    const decided = ['a', 'b', 'c']
    const { added, tick, close } = await startBy({
      decidedFixtures: async () => decided,
      settleFixture: async (fixture) => void settled.push(fixture),
    })
    await tick('sweep-bets')
    expect([added, settled]).toEqual([['a', 'b', 'c'], []])
    decided.splice(0, 3, 'b', 'd')
    await tick('sweep-bets')
    expect([added.slice(3), settled]).toEqual([['b', 'd'], ['b']])
    close()
  })

  test('settles the others where one cannot be settled, and says so', async () => {
    const settled: string[] = []
    const { tick, close } = await startBy({
      decidedFixtures: async () => ['a', 'b', 'c'],
      settleFixture: async (fixture) => {
        if (fixture === 'a') await failing()
        settled.push(fixture)
      },
    })
    await tick('sweep-bets')
    await expect(tick('sweep-bets')).rejects.toThrow('not this one')
    expect(settled).toEqual(['b', 'c'])
    close()
  })
})
