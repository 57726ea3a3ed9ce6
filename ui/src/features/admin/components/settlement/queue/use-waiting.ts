import { useQuery } from '@tanstack/react-query'
import type { FixturePairs } from '#services/contract/contract.ts'
import {
  type FixturePair,
  pairsQuery,
  type SuspendedMarket,
  settlementQuery,
  suspendedQuery,
  undecidedQuery,
} from '../../../api/settlement.ts'
import type { SettlementSearch } from '../../../model/section-searches.ts'
import type { DeskSearch } from '../../../model/use-desk-search.ts'
import type { TurnPage } from '../../desk/pager.tsx'
import { useKeptPage } from './use-kept.ts'

type PageOf = 'asked' | 'page' | 'prices' | 'pairs'

const marketKey = ({ eventId, market }: SuspendedMarket): string => `${eventId} ${market}`
const pairKey = ({ older, newer }: FixturePair): string => `${older.id} ${newer.id}`
/** The pairs of a page that are still waiting: they come before all others. */
const waitingOf = ({ pairs, waiting, page, pageSize }: FixturePairs): readonly FixturePair[] =>
  pairs.slice(0, Math.max(0, waiting - (page - 1) * pageSize))

/** What waits for a decision, by kind, each with how many there are and the page of them that is shown. */
export function useWaiting({ search, onSearch }: DeskSearch<SettlementSearch>) {
  const asked = useQuery(settlementQuery(search.asked ?? 1))
  const undecided = useQuery(undecidedQuery(search.page ?? 1))
  const suspended = useQuery(suspendedQuery(search.prices ?? 1))
  const pairs = useQuery(pairsQuery(search.pairs ?? 1))
  const waitingPairs = pairs.data && { ...pairs.data, total: pairs.data.waiting }
  const pageOf = (field: PageOf) => ({
    page: search[field] ?? 1,
    onPage: ((page, options) => onSearch({ ...search, [field]: page }, options)) satisfies TurnPage,
  })
  return {
    queries: [asked, undecided, suspended, pairs],
    asked: {
      count: asked.data?.total,
      kept: useKeptPage(asked.data, asked.data?.asked, ({ request }) => request, pageOf('asked')),
    },
    undecided: {
      count: undecided.data?.total,
      kept: useKeptPage(undecided.data, undecided.data?.events, ({ eventId }) => eventId, pageOf('page')),
    },
    suspended: {
      count: suspended.data?.total,
      kept: useKeptPage(suspended.data, suspended.data?.markets, marketKey, pageOf('prices')),
    },
    pairs: {
      count: waitingPairs?.total,
      kept: useKeptPage(waitingPairs, pairs.data && waitingOf(pairs.data), pairKey, pageOf('pairs')),
    },
  }
}
