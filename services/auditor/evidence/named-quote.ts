// The quotes that bets name.
import type { StruckLeg } from '../events/payloads.ts'
import type { NamedMessage } from './stored-messages.ts'

/** A quote as the first bet names it, with the message that it was read from. */
export type NamedQuote = { readonly leg: StruckLeg & { readonly message: string }; readonly named: NamedMessage }

/** Identifies a quote. */
export const quoteKey = ({ message, seal, ...leg }: StruckLeg): string =>
  `${priceKey(leg)}|${message}|${seal === undefined ? '' : `${seal.feed}@${seal.version}#${seal.index}`}`

export type Selection = Pick<StruckLeg, 'fixture' | 'market' | 'point' | 'selection'>

/** Identifies what is bet on. */
export const priceKey = ({ fixture, market, point = '', selection }: Selection): string =>
  `${fixture}|${market}|${point}|${selection}`

/** What is bet on, as findings name it. */
export const shownSelection = ({ fixture, market, point, selection }: Selection): string =>
  [fixture, market, point, selection].filter((part) => part !== undefined).join(' ')

/** What is bet on, as a row has it. `point`: null if the market has no line. */
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
