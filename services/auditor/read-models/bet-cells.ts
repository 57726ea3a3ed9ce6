// A bet's row in two parts: the cells known when it is placed, and those that its ending adds.
import type { EventData } from '../events/payloads.ts'
import { json, NULL, text, time } from '../postgres/table-lines.ts'
import type { OpenBet } from '../replay/entities.ts'
import type { Replayed } from '../replay/replay.ts'

export const PLACED = [
  'number',
  'bet_id',
  'account_id',
  'stake_cents',
  'odds',
  'struck_return_cents',
  'placed_at',
  'placed_event',
  'sports',
  'market',
  'topics',
  'legs',
]
export const ENDED = ['status', 'return_cents', 'settled_at', 'settled_event', 'settled_number', 'resettled', 'graded']
export const BET = { table: 'bet', columns: [...PLACED, ...ENDED], json: ['legs', 'graded'] }

/** The ending cells of an open bet. */
export const OPEN = openCells('f')
/** Of a bet that is open again because its settlement was taken back. */
export const OPEN_AGAIN = openCells('t')

function openCells(resettled: 't' | 'f'): string {
  return ['pending', NULL, NULL, NULL, NULL, resettled, NULL].join('\t')
}

export const ACCOUNT = 'account-'

/** Includes the tab after the last cell. */
export function placedCells({ row, body }: Replayed, data: EventData['BetPlaced']): string {
  const legs = json(between(row.body, '"legs":', ',"limits":'))
  const { stream, version, meta } = body!
  const market = data.legs.length === 1 ? text(data.legs[0]!.market) : 'parlay'
  return (
    `${row.number}\t${data.bet}\t${stream.slice(ACCOUNT.length)}\t${data.stakeCents}\t${data.odds}\t` +
    `${data.potentialReturnCents}\t${time(meta.at)}\t${stream}@${version}\t${sportsOf(data)}\t${market}\t${topicsOf(data)}\t${legs}\t`
  )
}

/** The sports of the legs, which their leagues' keys begin with, each once and sorted. */
function sportsOf({ legs }: EventData['BetPlaced']): string {
  const [only] = legs
  if (legs.length === 1) return text(sportOf(only!.league))
  return text([...new Set(legs.map(({ league }) => sportOf(league)))].sort().join(' '))
}

function sportOf(league: string): string {
  const end = league.indexOf('_')
  return end === -1 ? league : league.slice(0, end)
}

/** The bet's topics: its games, leagues and sports, each once and sorted. */
function topicsOf({ legs }: EventData['BetPlaced']): string {
  const topics = new Set<string>()
  for (const { fixture, league } of legs) {
    topics.add(fixture).add(league)
    topics.add(sportOf(league))
  }
  return text([...topics].sort().join(' '))
}

export function settledCells({ row, body }: Replayed, { outcome, returnCents }: EventData['BetSettled']): string {
  const graded = json(between(row.body, '"legs":', ',"outcome":'))
  return `${outcome}\t${returnCents}\t${time(body!.meta.at)}\t${body!.stream}@${body!.version}\t${row.number}\tf\t${graded}`
}

export const voidedCells = ({ row, body }: Replayed, { stakeCents }: OpenBet): string =>
  `refunded\t${stakeCents}\t${time(body!.meta.at)}\t${body!.stream}@${body!.version}\t${row.number}\tf\t${NULL}`

export function resettledCells(replayed: Replayed, { settlement }: EventData['BetResettled']): string {
  if (settlement === null) return OPEN_AGAIN
  const { row, body } = replayed
  const graded = settlement.legs.length === 0 ? NULL : json(between(row.body, '"legs":', ',"outcome":'))
  const { outcome, returnCents } = settlement
  return `${outcome}\t${returnCents}\t${time(body!.meta.at)}\t${body!.stream}@${body!.version}\t${row.number}\tt\t${graded}`
}

/**
 * Cut from the text, so as not to write JSON again. The body has matched its schema and quotes in its strings are
 * escaped, so each mark occurs once.
 */
function between(body: string, before: string, after: string): string {
  const start = body.indexOf(before) + before.length
  return body.slice(start, body.indexOf(after, start))
}

export function endOfCells(line: string, count: number): number {
  let end = 0
  for (let cell = 0; cell < count; cell++) end = line.indexOf('\t', end) + 1
  return end
}
