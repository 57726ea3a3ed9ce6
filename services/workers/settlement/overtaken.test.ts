// Results that change between the settler's look at a game and the settlement by it: the bets are settled again at
// once, not only when the next sweep finds them.
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

/** A settler during whose first look at a game `meanwhile` happens, before it settles anything by it. */
function overtakenBy(meanwhile: () => Promise<void>): SettlerDeps {
  const { fixtures } = house.deps
  let isFirst = true
  return {
    ...house.deps,
    fixtures: {
      async read(id) {
        // a copy, because the state that commands are decided on keeps changing
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

/** The version of the result that each of the bet's settlements named; null where it was reopened. */
const resultsOf = async (bet: Bet) =>
  (await house.settlementsOf(bet)).map(({ settlement }) => settlement?.legs[0]?.result ?? null)

describe('a result that changes while bets are settled by it', () => {
  test('reaches a bet that was reopened by it', async () => {
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

  test('reaches a bet that was decided by hand', async () => {
    const { game, bet } = await gameWithABet()
    await house.ended(game, 0, 1)
    await house.decided(game, 'home')
    const settler = overtakenBy(() => house.decided(game, 'away'))
    expect(await settleFixture(game, settler)).toMatchObject({ settled: 1, refused: {} })
    expect(await house.outcomeOf(bet)).toBe('lost')
    expect(await resultsOf(bet)).toEqual([2, 3])
  })

  test('reaches a bet that was settled for the first time, and names its cause', async () => {
    const { game, bet } = await gameWithABet()
    await house.ended(game, 2, 1)
    const settler = overtakenBy(() => house.corrected(game, 0, 1))
    expect(await settleFixture(game, settler)).toEqual({ settled: 1, waiting: 0, refused: {} })
    expect(await house.outcomeOf(bet)).toBe('lost')
    expect(await resultsOf(bet)).toEqual([1, 2])
    const causes = (await house.settlementsOf(bet)).map(({ causation }) => causation)
    expect(causes).toEqual([`fixture-${game}@1`, `fixture-${game}@2`])
  })

  test('settles a bet that would have been left waiting', async () => {
    const { game, bet } = await gameWithABet()
    await house.ended(game, 2, 1)
    await house.correctedWithoutRegulation(game, 2, 1)
    const settler = overtakenBy(() => house.decided(game, 'home'))
    expect(await settleFixture(game, settler)).toEqual({ settled: 1, waiting: 0, refused: {} })
    expect(await resultsOf(bet)).toEqual([3])
  })

  test('settles a bet that the previous result reopened', async () => {
    const { game, bet } = await gameWithABet()
    await house.ended(game, 2, 1)
    await settleFixture(game, house.deps)
    await house.correctedWithoutRegulation(game, 2, 1)
    await house.superseded(game, 1)
    const settler = overtakenBy(() => house.corrected(game, 0, 1))
    expect(await resettleFixture(game, settler)).toEqual({ settled: 1, waiting: 0, refused: {} })
    expect(await resultsOf(bet)).toEqual([1, null, 3])
  })

  test('leaves alone what somebody else settled before', async () => {
    const { game, bet } = await gameWithABet()
    await house.ended(game, 2, 1)
    const settler = overtakenBy(async () => {
      await settleFixture(game, house.deps)
      await house.decided(game, 'away')
    })
    await settleFixture(game, settler)
    expect(await resultsOf(bet)).toEqual([1])
  })

  test('is looked for once per page if nothing changes', async () => {
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

  test('is found if the late settler looks no more, and is left alone once it is settled again', async () => {
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

  test('the audit finds nothing wrong with any of this', async () => {
    const { findings } = await verify({ url: house.url })
    // in this test nobody opened an account for the super admin, or published the quotes
    const ofThisHouse = ['actor_implausible', 'identity_gone', 'quote_message_gone', 'quote_unpublished']
    expect(findings.filter(({ code }) => !ofThisHouse.includes(code))).toEqual([])
  })
})

test('a parlay that waits for a game is decided once by the same outcomes, however many sweeps find it', async () => {
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
  // a correction is a different outcome, and so is the other game's
  await house.corrected(games[0], 3, 1)
  for (let sweep = 0; sweep < 3; sweep++)
    expect(await settleFixture(games[0], settler)).toEqual({ settled: 0, waiting: 1, refused: {} })
  expect(decisions).toBe(2)
  await house.ended(games[1], 1, 0)
  expect(await settleFixture(games[0], settler)).toEqual({ settled: 1, waiting: 0, refused: {} })
  expect(await house.outcomeOf(bet)).toBe('won')
})
