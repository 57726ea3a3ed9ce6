// The names of a bet's statuses as people read them, on screens and in files. Imports nothing, so that the screens can
// load it.

export const BET_STATUS_NAMES = { pending: 'Pending', won: 'Won', lost: 'Lost', refunded: 'Refunded' } as const
