// GET /api/bets/limits: lets a slip show the largest stake, and how long a bet in play waits, before it is placed.
import { MAX_LEGS, MIN_STAKE_CENTS } from '#domain/limits.ts'
import { eurosOf } from '#domain/money.ts'
import { BettingLimits, ErrorReply } from '#services/contract/contract.ts'
import type { Api } from '../../http/api.ts'
import type { Services } from '../../services.ts'

export function readLimits(app: Api, { rules }: Services): void {
  app.get(
    '/api/bets/limits',
    {
      schema: {
        summary: 'What every bet is subject to: stake, payout, legs, the wait in play',
        tags: ['bets'],
        response: { 200: BettingLimits, '4xx': ErrorReply, '5xx': ErrorReply },
      },
      config: { queue: 'lists' },
    },
    () => {
      const { settings } = rules.seen()
      return {
        minStake: eurosOf(MIN_STAKE_CENTS),
        maxPayout: eurosOf(settings['max-payout']),
        maxLegs: MAX_LEGS,
        acceptanceDelayS: settings['acceptance-delay'] / 1_000,
        oddsPolicy: settings['odds-policy'],
      }
    },
  )
}
