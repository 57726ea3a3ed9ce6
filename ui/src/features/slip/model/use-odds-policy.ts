import { useQuery } from '@tanstack/react-query'
import type { OddsPolicy } from '#domain/odds.ts'
import { bettingLimitsQuery } from '#ui/data/betting-limits.ts'
import { useSlipEditor } from '#ui/model/slip/slip-context.ts'

/** Used until the setting of the book has loaded. */
const UNTIL_KNOWN: OddsPolicy = 'within-10-percent'

/** The bettor's choice, or else the setting of the book for bets without a policy. */
export function useOddsPolicy(): OddsPolicy {
  const { policy } = useSlipEditor().state
  const limits = useQuery(bettingLimitsQuery()).data
  return policy ?? limits?.oddsPolicy ?? UNTIL_KNOWN
}
