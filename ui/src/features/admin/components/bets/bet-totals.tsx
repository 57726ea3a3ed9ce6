import { useQuery } from '@tanstack/react-query'
import type { DeskBetTotals } from '#services/contract/contract.ts'
import { ErrorNotice } from '#ui/components/query-state.tsx'
import { errorText } from '#ui/lib/http/api-error.ts'
import { adminBets as texts } from '#ui/lib/messages/desk/bets.ts'
import { formatEuros } from '#ui/lib/money.ts'
import { deskBetTotalsQuery } from '../../api/desk-bets.ts'
import type { BetsSearch } from '../../model/section-searches.ts'
import { ownError } from '../desk/server-lost.ts'
import { SumTiles } from '../desk/sum-tiles.tsx'

/**
 * Totals over all bets of the filter, in euros, whichever page is shown; dashes if there are too many bets to add up.
 * Skeletons while loading; an error with a retry in their place.
 */
export function BetTotals({ search }: { search: BetsSearch }) {
  const { data, error, isFetching, refetch } = useQuery(deskBetTotalsQuery(search))
  if (data === undefined && ownError(error) !== null)
    return (
      <ErrorNotice message={errorText(error, texts.totalsFailed)} busy={isFetching} onRetry={() => void refetch()} />
    )
  const totals = data?.totals
  return (
    <SumTiles
      label={texts.totals}
      sums={totals && { ...totals, profit: totals.net }}
      profitLabel={texts.net}
      profitHint={texts.ofSettled}
      betsHint={data === undefined ? HINT_PLACEHOLDER : hintOf(data)}
    />
  )
}

/** Reserves the height of the hint. */
const HINT_PLACEHOLDER = '\u00a0'

const hintOf = ({ totals, most }: DeskBetTotals): string =>
  totals === null
    ? texts.tooMany(most.toLocaleString('en-IE'))
    : texts.openOf(totals.open, formatEuros(totals.openStakes))
