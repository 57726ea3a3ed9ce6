// Amounts and times in request and reply bodies.
import { z } from 'zod'

/** Any field named `balance` is a string with two decimals: '65.00'. Amounts elsewhere are numbers with two decimals. */
export const BalanceText = z.string().regex(/^-?\d+\.\d{2}$/)
/** Euros with at most two decimals. The server reads the digits as sent and keeps integer cents. */
export const Euros = z.number().finite()
export const IsoTime = z.iso.datetime()
