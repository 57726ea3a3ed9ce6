import { describe, expect, test } from 'vitest'
import { recordedIn } from '#services/commands/recorded-event.ts'
import { stageForBetting } from './testing/betting.ts'
import { single } from './testing/product.ts'

const AN_ID = expect.stringMatching(/^[0-9a-f]{32}$/)

describe('the line of a command', () => {
  const stage = stageForBetting()

  test('leads to its events, and has the code of a refusal', async () => {
    const { product } = stage
    const bettor = await stage.aBettor(10)
    const game = stage.game()
    const key = 'the same bet'
    product.commandLines.length = 0
    await stage.place(bettor.token, single(game, 1), key)
    await stage.place(bettor.token, single(game, 1), key)
    const refused = await stage.place(bettor.token, single(game, 100))

    const [event, ...others] = await stage.betsOf(bettor.user.id)
    expect(others).toEqual([])
    const { meta, version } = recordedIn(event!)
    const { id } = meta.command
    expect([id, meta.correlation]).toEqual([AN_ID, AN_ID])
    const placed = { command: 'PlaceBet', id, stream: event!.stream, version, position: event!.position }
    expect(product.commandLines).toEqual([
      { ...placed, correlation: meta.correlation, outcome: 'accepted' },
      { ...placed, correlation: AN_ID, outcome: 'repeated' },
      { command: 'PlaceBet', id: AN_ID, correlation: AN_ID, stream: event!.stream, outcome: refused.body.code },
    ])
    expect(refused.status).toBeGreaterThanOrEqual(400)
  })

  test('is written for a command whose outcome is not known', async () => {
    const { product } = stage
    const bettor = await stage.aBettor(10)
    const game = stage.game()
    product.commandLines.length = 0
    const { append } = product.store
    product.store.append = async () => {
      throw new Error('the answer was lost')
    }
    try {
      expect((await stage.place(bettor.token, single(game, 1))).status).toBe(500)
    } finally {
      product.store.append = append
    }
    expect(product.commandLines).toEqual([
      {
        ...{ command: 'PlaceBet', id: AN_ID, correlation: AN_ID },
        ...{ stream: `account-${bettor.user.id}`, outcome: 'Error' },
      },
    ])
  })
})
