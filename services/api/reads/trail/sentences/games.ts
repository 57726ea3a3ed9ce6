// Sentences about games: their listing, prices of the house, results.
import type { DecidedSelection, Score } from '#domain/fixture/fixture-values.ts'
import { marketName } from '#domain/settlement/market-names.ts'
import type { TrailRow } from '#projections/audit/queries.ts'
import type { DetailOf, EventType } from '../event-detail.ts'
import type { Known } from '../known.ts'
import { say, strong, type Tell } from './sentence.ts'
import { timeText } from './times.ts'

/** `regulation`: mentioned if it differs from the final score. */
export function scoreText(score: Score | null, regulation?: Score): string {
  if (score === null) return 'no result'
  const text = `${score.home} - ${score.away}`
  if (regulation === undefined || (regulation.home === score.home && regulation.away === score.away)) return text
  return `${text} (${regulation.home} - ${regulation.away} in regulation time)`
}

/** 'Over 2.5: half won' */
export const selectionsText = (selections: readonly DecidedSelection[]): string =>
  selections
    .map(({ selection, point, grade }) => `${selection}${point ? ` ${point}` : ''}: ${grade.replaceAll('-', ' ')}`)
    .join(', ')

/** What a correction replaces: a result, or a void or abandonment of the whole game. */
function endBefore(known: Known, stream: string, version: number): string | null {
  const before = known.earlier(stream, version)
  if (before === undefined) return null
  const { type, data } = before as { type: EventType; data: DetailOf<'ResultRecorded'> }
  if (type === 'FixtureVoided') return 'void'
  return type === 'FixtureAbandoned' ? 'abandoned' : scoreText(data.score, data.regulation)
}

export const FixtureListed: Tell<'FixtureListed'> = ({ data, who }) => ({
  what:
    data.source === 'house'
      ? say`${who} ${strong('added')} ${data.home} vs ${data.away}`
      : say`The odds feed ${strong('listed')} ${data.home} vs ${data.away}`,
  change: [null, `starts ${timeText(data.startsAt)}`],
})
export const ProviderIdLinked: Tell<'ProviderIdLinked'> = ({ row, known }) => ({
  what: say`The odds feed lists ${known.title(row.fixture)} under ${strong('another id')}`,
})
export const FixtureMoved: Tell<'FixtureMoved'> = ({ data, row, known }) => ({
  what: say`The start of ${known.title(row.fixture)} was ${strong('moved')}`,
  change: [timeText(data.from), timeText(data.to)],
})
export const ResultRecorded: Tell<'ResultRecorded'> = ({ data, row, who, known }) => ({
  what:
    data.source === 'admin'
      ? say`${who} recorded the ${strong('result')} of ${known.title(row.fixture)}`
      : say`The odds feed gave the ${strong('result')} of ${known.title(row.fixture)}, read twice`,
  change: [null, scoreText(data.score, data.regulation)],
})
export const ResultCorrected: Tell<'ResultCorrected'> = ({ data, row, who, known }) => ({
  what:
    data.source === 'admin'
      ? say`${who} ${strong('corrected')} the result of ${known.title(row.fixture)}`
      : say`The odds feed ${strong('corrected')} the result of ${known.title(row.fixture)}, read twice`,
  change: [endBefore(known, row.stream, data.replaces), scoreText(data.score, data.regulation)],
})
export const FixtureAbandoned: Tell<'FixtureAbandoned'> = ({ data, row, who, known }) => ({
  what:
    data.why === 'by-hand'
      ? say`${who} ${strong('abandoned')} ${known.title(row.fixture)}: its bets are refunded`
      : say`${known.title(row.fixture)} was ${strong('abandoned')} as ${data.why.replaceAll('-', ' ')}: its bets are refunded`,
  change: [null, 'abandoned'],
})
export const MarketDecided: Tell<'MarketDecided'> = ({ data, row, who, known }) => ({
  what: say`${who} ${strong('decided')} ${marketName(data.market)} of ${known.title(row.fixture)}`,
  change: [null, selectionsText(data.selections)],
})
export const FixtureVoided: Tell<'FixtureVoided'> = ({ data, row, who, known }) => ({
  what: say`${who} ${strong('voided')} ${data.market === undefined ? 'every market' : marketName(data.market)} of ${known.title(row.fixture)}`,
  change: [null, 'void'],
})

/** 'implausible', or for an extreme move 'home 1.05 to 30.00'. */
const suspicionText = ({ why, move }: DetailOf<'MarketReleased'>): string =>
  move === undefined
    ? why.replaceAll('-', ' ')
    : `${move.selection}${move.point ? ` ${move.point}` : ''} ${move.from} to ${move.to}`

export const MarketReleased: Tell<'MarketReleased'> = ({ data, row, who, known }) => ({
  what: say`${who} ${strong('released')} the suspended prices of ${marketName(data.market)} of ${known.title(row.fixture)}`,
  change: [`suspended: ${suspicionText(data)}`, 'released'],
})
export const FixturesKeptApart: Tell<'FixturesKeptApart'> = ({ data, row, who, known }) => ({
  what: say`${who} kept two listings ${strong('apart')}: ${known.title(row.fixture)} and the later ${known.title(data.newer)}`,
  change: [`maybe one game: ${data.why.replaceAll('-', ' ')}`, 'two games'],
})

const priceText = ({ home, draw, away }: DetailOf<'HousePriceSet'>): string =>
  `home ${home}${draw === undefined ? '' : `, draw ${draw}`}, away ${away}`

function priceBefore(known: Known, row: TrailRow): string {
  const before = known.replaced<'HousePriceSet' | 'HousePriceWithdrawn'>(row)
  return before?.type === 'HousePriceSet' ? priceText(before.data as DetailOf<'HousePriceSet'>) : 'no price'
}

export const HousePriceSet: Tell<'HousePriceSet'> = ({ data, row, who, known }) => ({
  what: say`${who} set the house’s ${strong('prices')} of ${known.title(row.fixture)}`,
  change: [priceBefore(known, row), priceText(data)],
})
export const HousePriceWithdrawn: Tell<'HousePriceWithdrawn'> = ({ row, who, known }) => ({
  what: say`${who} withdrew the house’s ${strong('prices')} of ${known.title(row.fixture)}`,
  change: [priceBefore(known, row), 'no price'],
})
