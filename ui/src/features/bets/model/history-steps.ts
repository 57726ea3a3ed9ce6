// A bet's history in words: the steps in order, newest last.

import { marketName } from '#domain/settlement/market-names.ts'
import type { BetHistory, BetStep } from '#services/contract/contract.ts'
import { messages } from '#ui/lib/messages.ts'
import { formatEuros } from '#ui/lib/money.ts'
import { formatOdds } from '#ui/lib/odds-format.ts'
import { printedName } from '#ui/model/outcome-name.ts'
import { voidReasonText } from './void-reason.ts'

export type HistoryLine = {
  at: string
  title: string
  details: string[]
  /** The ledger number, if it is an event of the bet. */
  number: number | null
  /** The keys of the markets whose rules decided it. */
  rules: string[]
}

export const historyLines = ({ placed, steps }: BetHistory): HistoryLine[] => [
  placedLine(placed),
  ...placed.quotes.map(quoteLine),
  ...steps.map(stepLine),
]

const placedLine = ({ at, stake, odds, number }: BetHistory['placed']): HistoryLine => ({
  at,
  title: 'Placed',
  details: [`${formatEuros(stake)} at ${formatOdds(odds)}`],
  number,
  rules: [],
})

function quoteLine(quote: BetHistory['placed']['quotes'][number]): HistoryLine {
  const { selection, odds, seen, bookmaker, quotedAt, fetchedAt, gameTitle } = quote
  // The bookmaker's clock may be ahead of ours.
  const age = Math.max(0, Date.parse(fetchedAt) - Date.parse(quotedAt)) / 1_000
  const changed = seen === null ? [] : [`You saw ${formatOdds(seen)}`]
  return {
    at: fetchedAt,
    title: `Price: ${printedName(selection)} at ${formatOdds(odds)}`,
    details: [gameTitle, `From ${bookmaker}, ${age.toFixed(1)} s old when it was fetched`, ...changed],
    number: null,
    rules: [],
  }
}

function stepLine(step: BetStep): HistoryLine {
  const none = { at: step.at, number: null, rules: [] }
  switch (step.kind) {
    case 'result': {
      const score = step.score === null ? 'No result' : `${step.score.home} - ${step.score.away}`
      const source = step.byHand ? 'recorded by our traders' : 'read twice from the feed'
      const title = step.version === 1 ? 'Result' : `Corrected result (version ${step.version})`
      return { ...none, title, details: [`${step.gameTitle}: ${score}`, source] }
    }
    case 'abandoned':
      return { ...none, title: 'Abandoned', details: [step.gameTitle] }
    case 'market':
      return { ...none, title: `${marketName(step.marketName)} decided by our traders`, details: [step.gameTitle] }
    case 'ending':
      return endingLine(step)
  }
}

function endingLine({
  at,
  number,
  status,
  returned,
  rule,
  again,
  legs,
}: Extract<BetStep, { kind: 'ending' }>): HistoryLine {
  if (status === 'pending') {
    return { at, number, rules: [], title: 'Settlement taken back', details: ['The bet is open again'] }
  }
  const word = messages.bets.status[status].toLowerCase()
  const reasons = legs.flatMap(({ void_reason }) => (void_reason === null ? [] : [voidReasonText(void_reason)]))
  const decidedBy = rule === null ? ['Decided by our traders'] : []
  return {
    at,
    number,
    title: again ? `Settled again, ${word}` : `Settled, ${word}`,
    details: [`${formatEuros(returned ?? 0)} returned`, ...decidedBy, ...new Set(reasons)],
    rules: rule === null ? [] : [...new Set(legs.map(({ marketName: key }) => key))],
  }
}
