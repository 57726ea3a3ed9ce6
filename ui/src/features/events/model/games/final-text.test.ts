import { expect, it } from 'vitest'
import { aLiveGame } from '#ui/testing/factories.ts'
import { finalText } from './final-text.ts'

const final = (home: string, away: string, sport = 'soccer') =>
  finalText(
    aLiveGame({
      sport,
      prices: null,
      scores: [
        { name: 'Torino', score: away },
        { name: 'Napoli', score: home },
      ],
    }),
  )

it('names the winner if the scores tell', () => {
  expect(final('10', '9')).toBe('Final · Napoli won')
  expect(final('0', '2')).toBe('Final · Torino won')
  expect(final('1', '1')).toBe('Final · Draw')
  expect(final('3', '3', 'tennis')).toBe('Final')
  expect(final('abandoned', '0')).toBe('Final')
  expect(finalText(aLiveGame({ scores: null }))).toBe('Final')
})
