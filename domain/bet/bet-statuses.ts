// What people read of the status of a bet, on screens and in files. Imports nothing, for the screens.

export const BET_STATUS_NAMES = { pending: 'Pending', won: 'Won', lost: 'Lost', refunded: 'Refunded' } as const
