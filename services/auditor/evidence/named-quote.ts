// The quotes that bets name.
import type { StruckLeg } from '../events/payloads.ts'

/** `bet`: '<stream>@<version>' of the first bet that names it, with its account. */
export type NamedQuote = {
  readonly leg: StruckLeg & { readonly message: string }
  readonly bet: string
  readonly account: string
}

/** What a quote is told apart by. */
export const quoteKey = ({ fixture, market, point = '', selection, message, seal }: StruckLeg): string =>
  `${fixture}|${market}|${point}|${selection}|${message}|${seal === undefined ? '' : `${seal.feed}@${seal.version}#${seal.index}`}`
