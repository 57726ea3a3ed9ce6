// Results that change between the settler's look at a game and its settlement by that: what it settled is settled anew at once,
// not when the next sweep finds it.
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { type Projector, startProjector } from '#projections/runner/projector.ts'
import { supersededSince } from '#projections/settlement/queries.ts'
import { windowStart } from '#projections/settlement/resettlement-window.ts'
import { verify } from '#services/auditor/verify.ts'
import { resettleFixture } from './resettle-fixture.ts'
import { type SettlerDeps, StoppedEarly } from './settle-bets.ts'
import { settleFixture } from './settle-fixture.ts'
import { type Bet, createSettlingHouse, type SettlingHouse } from './testing/settling-house.ts'
import { createUndecidedBets } from './undecided-bets.ts'

let house: SettlingHouse
let projector: Projector
beforeAll(async () => {
  house = await createSettlingHouse()
  projector = startProjector({ store: house.store, url: house.url })
})
afterAll(async () => {
  await projector.stop()
  await house.close()
})

async function gameWithABet(): Promise<{ game: string; bet: Bet }> {
  const game = await house.listed()
  const bet = await house.placed(game)
  await house.indexed(game, 1)
  return { game, bet }
}

/** A settler whose first look at a game is followed by all this, before it settles anything by it. */
function overtakenBy(meanwhile: () => Promise<void>): SettlerDeps {
  const { fixtures } = house.deps
  let isFirst = true
  return {
    ...house.deps,
    fixtures: {
      async read(id) {
        // the state that commands are decided on goes on
        const seen = structuredClone(await fixtures.read(id))
        if (isFirst) {
          isFirst = false
          await meanwhile()
        }
        return seen
      },
    },
  }
}

/** The result that each of its settlements named; null where it was opened again. */
const resultsOf = async (bet: Bet) =>
  (await house.settlementsOf(bet)).map(({ settlement }) => settlement?.legs[0]?.result ?? null)

describe('a result that changes while bets are settled by it', () => {
  test('reaches a bet that it made open again', async () => {
    const { game, bet } = await gameWithABet()
    await house.ended(game, 2, 1)
    const settler = overtakenBy(async () => {
      await settleFixture(game, house.deps)
      await house.correctedWithoutRegulation(game, 2, 1)
      await house.superseded(game, 1)
      await resettleFixture(game, house.deps)
    })
    expect(await settleFixture(game, settler)).toEqual({ settled: 1, waiting: 0, refused: {} })
    expect(await resultsOf(bet)).toEqual([1, null, 1, null])
  })

  test('reaches a bet whose decision by hand it was', async () => {
    const { game, bet } = await gameWithABet()
    await house.ended(game, 0, 1)
    await house.decided(game, 'home')
    const settler = overtakenBy(() => house.decided(game, 'away'))
    expect(await settleFixture(game, settler)).toMatchObject({ settled: 1, refused: {} })
    expect(await house.outcomeOf(bet)).toBe('lost')
    expect(await resultsOf(bet)).toEqual([2, 3])
  })

  test('reaches a bet that was settled for the first time, and names what it followed from', async () => {
    const { game, bet } = await gameWithABet()
    await house.ended(game, 2, 1)
    const settler = overtakenBy(() => house.corrected(game, 0, 1))
    expect(await settleFixture(game, settler)).toEqual({ settled: 1, waiting: 0, refused: {} })
    expect(await house.outcomeOf(bet)).toBe('lost')
    expect(await resultsOf(bet)).toEqual([1, 2])
    const causes = (await house.settlementsOf(bet)).map(({ causation }) => causation)
    expect(causes).toEqual([`fixture-${game}@1`, `fixture-${game}@2`])
  })

  test('settles a bet that it would have left waiting', async () => {
    const { game, bet } = await gameWithABet()
    await house.ended(game, 2, 1)
    await house.correctedWithoutRegulation(game, 2, 1)
    const settler = overtakenBy(() => house.decided(game, 'home'))
    expect(await settleFixture(game, settler)).toEqual({ settled: 1, waiting: 0, refused: {} })
    expect(await resultsOf(bet)).toEqual([3])
  })

  test('settles a bet that was opened again by the one before', async () => {
    const { game, bet } = await gameWithABet()
    await house.ended(game, 2, 1)
    await settleFixture(game, house.deps)
    await house.correctedWithoutRegulation(game, 2, 1)
    await house.superseded(game, 1)
    const settler = overtakenBy(() => house.corrected(game, 0, 1))
    expect(await resettleFixture(game, settler)).toEqual({ settled: 1, waiting: 0, refused: {} })
    expect(await resultsOf(bet)).toEqual([1, null, 3])
  })

  test('leaves alone what was settled before by somebody else', async () => {
    const { game, bet } = await gameWithABet()
    await house.ended(game, 2, 1)
    const settler = overtakenBy(async () => {
      await settleFixture(game, house.deps)
      await house.decided(game, 'away')
    })
    await settleFixture(game, settler)
    expect(await resultsOf(bet)).toEqual([1])
  })

  test('is looked for once a page where nothing changes', async () => {
    const { game } = await gameWithABet()
    await house.placed(game)
    await house.indexed(game, 2)
    await house.ended(game, 2, 1)
    let reads = 0
    const fixtures: SettlerDeps['fixtures'] = {
      read(id) {
        reads += 1
        return house.deps.fixtures.read(id)
      },
    }
    expect(await settleFixture(game, { ...house.deps, fixtures })).toMatchObject({ settled: 2 })
    expect(reads).toBe(2)
  })

  test('is found where the settler that came too late looks no more, and by nobody once it is settled again', async () => {
    const { game, bet } = await gameWithABet()
    await house.ended(game, 2, 1)
    const stopping = new AbortController()
    const crashing = overtakenBy(async () => {
      await house.corrected(game, 0, 1)
    })
    const { accounts } = house.deps
    const settler: SettlerDeps = {
      ...crashing,
      stopping: stopping.signal,
      accounts: {
        async execute(...command) {
          const outcome = await accounts.execute(...command)
          stopping.abort()
          return outcome
        },
      },
    }
    await expect(settleFixture(game, settler)).rejects.toThrow(StoppedEarly)
    expect(await resultsOf(bet)).toEqual([1])
    const since = windowStart(house.deps.businessNow().toISOString())
    const superseded = async (from = since) => (await supersededSince(house.deps.queries, from)).includes(game)
    await house.superseded(game, 1)
    expect([await superseded(), await superseded('2027-01-01T00:00:00.000Z')]).toEqual([true, false])
    await resettleFixture(game, house.deps)
    await house.superseded(game, 0)
    expect(await superseded()).toBe(false)
    expect(await resultsOf(bet)).toEqual([1, 2])
  })

  test('and the audit has nothing against any of it', async () => {
    const { findings } = await verify({ url: house.url })
    // nobody has opened an account for the super admin, or published the quotes
    const ofThisHouse = ['actor_implausible', 'identity_gone', 'quote_message_gone', 'quote_unpublished']
    expect(findings.filter(({ code }) => !ofThisHouse.includes(code))).toEqual([])
  })
})

test('a parlay that waits for a game is decided on once by the same outcomes, however many sweeps find it', async () => {
  const games = [await house.listed(), await house.listed()] as const
  const bet = await house.placed(...games)
  for (const game of games) await house.indexed(game, 1)
  await house.ended(games[0], 2, 1)
  let decisions = 0
  const settler: SettlerDeps = {
    ...house.deps,
    undecided: createUndecidedBets(),
    accounts: {
      execute(...command) {
        decisions += 1
        return house.deps.accounts.execute(...command)
      },
    },
  }
  for (let sweep = 0; sweep < 3; sweep++)
    expect(await settleFixture(games[0], settler)).toEqual({ settled: 0, waiting: 1, refused: {} })
  expect(decisions).toBe(1)
  // a correction is another matter, and so is the other game
  await house.corrected(games[0], 3, 1)
  for (let sweep = 0; sweep < 3; sweep++)
    expect(await settleFixture(games[0], settler)).toEqual({ settled: 0, waiting: 1, refused: {} })
  expect(decisions).toBe(2)
  await house.ended(games[1], 1, 0)
  expect(await settleFixture(games[0], settler)).toEqual({ settled: 1, waiting: 0, refused: {} })
  expect(await house.outcomeOf(bet)).toBe('won')
})
