// The statuses of a bet, and their names as people read them, on screens and in files. Imports nothing, so that the
// screens can load it.

export const BET_STATUSES = ['pending', 'won', 'lost', 'refunded'] as const
export type BetStatus = (typeof BET_STATUSES)[number]

export const BET_STATUS_NAMES = {
  pending: 'Pending',
  won: 'Won',
  lost: 'Lost',
  refunded: 'Refunded',
} as const satisfies Record<BetStatus, string>
