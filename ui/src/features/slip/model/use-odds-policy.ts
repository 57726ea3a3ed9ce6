import { useQuery } from '@tanstack/react-query'
import type { OddsPolicy } from '#domain/odds.ts'
import { bettingLimitsQuery } from '#ui/data/betting-limits.ts'
import { useSlipEditor } from '#ui/model/slip/slip-context.ts'

/** Until the book has said its own. */
const UNTIL_KNOWN: OddsPolicy = 'within-10-percent'

/** What the bettor chose, else what the book has for bets that say nothing of changed odds. */
export function useOddsPolicy(): OddsPolicy {
  const { policy } = useSlipEditor().state
  const limits = useQuery(bettingLimitsQuery()).data
  return policy ?? limits?.oddsPolicy ?? UNTIL_KNOWN
}
