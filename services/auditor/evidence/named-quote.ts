// The quotes that bets name.
import type { StruckLeg } from '../events/payloads.ts'
import type { NamedMessage } from './stored-messages.ts'

/** The first bet that names it, with the message that it was read of. */
export type NamedQuote = { readonly leg: StruckLeg & { readonly message: string }; readonly named: NamedMessage }

/** What a quote is told apart by. */
export const quoteKey = ({ message, seal, ...leg }: StruckLeg): string =>
  `${priceKey(leg)}|${message}|${seal === undefined ? '' : `${seal.feed}@${seal.version}#${seal.index}`}`

export type Selection = Pick<StruckLeg, 'fixture' | 'market' | 'point' | 'selection'>

/** What is bet on. */
export const priceKey = ({ fixture, market, point = '', selection }: Selection): string =>
  `${fixture}|${market}|${point}|${selection}`

/** The same as findings name it. */
export const shownSelection = ({ fixture, market, point, selection }: Selection): string =>
  [fixture, market, point, selection].filter((part) => part !== undefined).join(' ')

/** As a row has it; `point`: null where the market has none. */
export type SelectionRow = {
  readonly fixture: string
  readonly market: string
  readonly point: string | null
  readonly selection: string
}

export const selectionIn = ({ fixture, market, point, selection }: SelectionRow): Selection => ({
  ...{ fixture, market, selection },
  ...(point === null ? {} : { point }),
})
