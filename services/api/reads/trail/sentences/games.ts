// Sentences about games: their listing, prices of the house, results.
import type { Score } from '#domain/fixture/fixture-values.ts'
import { say, strong, type Tell } from './sentence.ts'
import { timeText } from './times.ts'

export const scoreText = (score: Score | null): string =>
  score === null ? 'no result' : `${score.home} - ${score.away}`

type Scored = { readonly score?: Score | null }

export const FixtureListed: Tell<'FixtureListed'> = ({ data, who }) => ({
  what:
    data.source === 'house'
      ? say`${who} ${strong('added')} ${data.home} vs ${data.away}`
      : say`${data.home} vs ${data.away} was ${strong('listed')}`,
  change: [null, timeText(data.startsAt)],
})
export const ProviderIdLinked: Tell<'ProviderIdLinked'> = ({ row, known }) => ({
  what: say`${known.title(row.fixture)} goes on under ${strong('another id')} of the provider`,
})
export const FixtureMoved: Tell<'FixtureMoved'> = ({ data, row, known }) => ({
  what: say`${known.title(row.fixture)} was ${strong('moved')}`,
  change: [timeText(data.from), timeText(data.to)],
})
export const ResultRecorded: Tell<'ResultRecorded'> = ({ data, row, who, known }) => ({
  what:
    data.source === 'admin'
      ? say`${who} recorded the ${strong('result')} of ${known.title(row.fixture)}`
      : say`${strong('Result')} of ${known.title(row.fixture)}, read twice`,
  change: [null, scoreText(data.score)],
})
export const ResultCorrected: Tell<'ResultCorrected'> = ({ data, row, who, known }) => {
  const before = known.earlier(row.stream, data.replaces) as Scored | undefined
  return {
    what:
      data.source === 'admin'
        ? say`${who} ${strong('corrected')} the result of ${known.title(row.fixture)}`
        : say`Result of ${known.title(row.fixture)} ${strong('corrected')}, read twice`,
    change: [before?.score === undefined ? null : scoreText(before.score), scoreText(data.score)],
  }
}
export const FixtureAbandoned: Tell<'FixtureAbandoned'> = ({ data, row, known }) => ({
  what: say`${known.title(row.fixture)} was ${strong('abandoned')}: ${data.why.replaceAll('-', ' ')}`,
  change: [null, 'abandoned'],
})
export const MarketDecided: Tell<'MarketDecided'> = ({ data, row, who, known }) => ({
  what: say`${who} ${strong('decided')} ${data.market} of ${known.title(row.fixture)}`,
  change: [
    null,
    data.selections
      .map(({ selection, point, grade }) => `${selection}${point ? ` ${point}` : ''}: ${grade}`)
      .join(', '),
  ],
})
export const FixtureVoided: Tell<'FixtureVoided'> = ({ data, row, who, known }) => ({
  what: say`${who} ${strong('voided')} ${data.market === undefined ? 'every market' : data.market} of ${known.title(row.fixture)}`,
  change: [null, 'void'],
})
export const HousePriceSet: Tell<'HousePriceSet'> = ({ data, row, who, known }) => ({
  what: say`${who} set the ${strong('price')} of ${known.title(row.fixture)}`,
  change: [null, [data.home, ...(data.draw === undefined ? [] : [data.draw]), data.away].join(' / ')],
})
export const HousePriceWithdrawn: Tell<'HousePriceWithdrawn'> = ({ row, who, known }) => ({
  what: say`${who} ${strong('withdrew the price')} of ${known.title(row.fixture)}`,
  change: [null, 'no price'],
})
