import { expect, it } from 'vitest'
import { HOUR, MINUTE } from '#services/platform/clock/durations.ts'
import type { OddsEvent } from '../provider/wire.ts'
import { createStage } from '../testing/stage.ts'

const stage = createStage()

it('games that cannot be read are reported once, and once more when they can be read again', async () => {
  const poller = stage.poller()
  const readable = stage.game('a1', HOUR)
  const timeless = { ...stage.game('b2', HOUR), commence_time: 'tomorrow' }
  const inText = stage.game('c3', HOUR)
  for (const { markets } of inText.bookmakers)
    for (const { outcomes } of markets) for (const one of outcomes) Object.assign(one, { price: String(one.price) })
  const answers = async (...odds: OddsEvent[]) => {
    stage.clock.advance(MINUTE)
    stage.provider.odds = odds
    await poller.tick()
    return stage.problems.splice(0)
  }
  expect(await answers(readable)).toEqual([])
  const about = "the odds provider's answer about soccer_epl (prices)"
  const unread = (what: string) =>
    `${what} in ${about} cannot be read, or not all of the bookmakers; what to do: docs/runbooks/feed-silent.md`
  expect(await answers(readable, timeless, inText)).toEqual([unread('2 games')])
  expect(await answers(readable, inText)).toEqual([])
  expect(await answers(readable)).toEqual([`all of ${about} can be read again`])
  expect(await answers(readable, timeless)).toEqual([unread('1 game')])
})
