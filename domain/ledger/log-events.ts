// The stream `ledger` has one event, the first of every log, which gives the log its identity.
import { z } from 'zod'
import { Id } from '../values.ts'

export const LEDGER_STREAM = 'ledger'

export const LogStarted = z.strictObject({ log: Id, currency: z.literal('EUR') })

export const logEvents = { LogStarted: { 1: LogStarted } } as const
