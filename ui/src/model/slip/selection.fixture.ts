// Builds selections for tests of the slip.

import { marketName } from '#domain/settlement/market-names.ts'
import { betKeyOf, type Selection } from './selection.ts'

export function pick(
  eventId: string,
  selection: string,
  odds = '2.10',
  marketKey = 'h2h',
  point: number | null = null,
): Selection {
  return {
    betKey: betKeyOf({ eventId, marketKey, point, selection }),
    eventId,
    gameTitle: 'Arsenal vs Chelsea',
    marketName: marketName(marketKey),
    marketKey,
    selection,
    point,
    odds,
    price: Number(odds),
    sport_key: 'soccer_epl',
    commence_time: '2026-11-21T15:00:00Z',
    last_update: null,
    outcomeIndex: 0,
  }
}
