// What is offered on a tie: the provider's markets, and which of our selections each outcome is.
import type { Offer } from '../replay/game.ts'
import type { Match } from './matches.ts'

export type Outcome = { readonly name: string; readonly price: number; readonly point?: number }
type Market = { readonly key: string; readonly outcomes: readonly (Outcome & { readonly selection: string })[] }

export function marketsOf({ home, away }: Match): Market[] {
  const of = (
    key: string,
    ...outcomes: [selection: string, name: string, price: number, point?: number][]
  ): Market => ({
    key,
    outcomes: outcomes.map(([selection, name, price, point]) => ({
      ...{ selection, name, price },
      ...(point === undefined ? {} : { point }),
    })),
  })
  return [
    of('h2h', ['home', home, 2.4], ['draw', 'Draw', 3.2], ['away', away, 3.05]),
    of('totals', ['over', 'Over', 2.02, 2.25], ['under', 'Under', 1.83, 2.25]),
    of('spreads', ['home', home, 1.98, -0.25], ['away', away, 1.88, 0.25]),
    of('btts', ['yes', 'Yes', 1.9], ['no', 'No', 1.9]),
    of('draw_no_bet', ['home', home, 1.72], ['away', away, 2.1]),
    of(
      'double_chance',
      ['home-draw', `${home} or Draw`, 1.36],
      ['home-away', `${home} or ${away}`, 1.34],
      ['draw-away', `Draw or ${away}`, 1.55],
    ),
  ]
}

/** Our selection, at the odds that were struck. */
export function offerOf(match: Match, market: string, { name, point }: Outcome, odds: number): Offer {
  const found = marketsOf(match)
    .find(({ key }) => key === market)
    ?.outcomes.find((one) => one.name === name && one.point === point)
  if (found === undefined) throw new Error(`nobody offered ${name} of ${market}`)
  return {
    ...{ market, selection: found.selection, odds: odds.toFixed(2) },
    ...(point === undefined ? {} : { point: String(point) }),
  }
}
