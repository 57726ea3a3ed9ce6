// What a proved event of a bet says, in words: the proof itself is about its bytes.
import { marketName } from '#domain/settlement/market-names.ts'
import { formatCents } from '#ui/lib/money.ts'
import { formatDayTime } from '#ui/lib/time/format.ts'

export type Fact = { readonly name: string; readonly value: string }

type Fields = Readonly<Record<string, unknown>>
const fieldsOf = (value: unknown): Fields => (typeof value === 'object' && value !== null ? (value as Fields) : {})
const listOf = (value: unknown): readonly unknown[] => (Array.isArray(value) ? value : [])

const TITLES: Readonly<Record<string, string>> = {
  BetPlaced: 'Bet placed',
  BetSettled: 'Bet settled',
  BetVoided: 'Bet cancelled',
  BetResettled: 'Bet settled again',
}

/** Those of these facts that the event has, in this order; for other events, the type alone. */
export function eventFacts(entry: string): readonly Fact[] {
  const { type, data, meta } = fieldsOf(parsed(entry))
  const { bet, stakeCents, odds, potentialReturnCents, returnCents, outcome, legs } = fieldsOf(data)
  const { at } = fieldsOf(meta)
  const facts: (Fact | null)[] = [
    typeof type === 'string' ? { name: 'Event', value: TITLES[type] ?? type } : null,
    typeof at === 'string' ? { name: 'Time', value: formatDayTime(at) } : null,
    text('Bet', bet),
    ...listOf(legs).map((leg) => legFact(fieldsOf(leg))),
    text('Outcome', outcome),
    money('Stake', stakeCents),
    text('Odds', odds),
    money('Potential return', potentialReturnCents),
    money('Returned', returnCents),
  ]
  return facts.filter((fact) => fact !== null)
}

function legFact({ selectionName, odds, market }: Fields): Fact | null {
  if (typeof selectionName !== 'string') return null
  const named = typeof market === 'string' ? marketName(market) : null
  return { name: 'Selection', value: [selectionName, named, odds].filter((one) => typeof one === 'string').join(' · ') }
}

const text = (name: string, value: unknown): Fact | null => (typeof value === 'string' ? { name, value } : null)
const money = (name: string, value: unknown): Fact | null =>
  typeof value === 'number' ? { name, value: formatCents(value) } : null

function parsed(entry: string): unknown {
  try {
    return JSON.parse(entry)
  } catch {
    return null
  }
}
