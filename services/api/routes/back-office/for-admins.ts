// What the reads of the back office have in common.
import { ErrorReply } from '#services/contract/contract.ts'

export const FOR_ADMINS = {
  queue: 'reads',
  session: { refusal: 'unauthorized', admin: true },
  carries: ['X-Ledger-Position'],
} as const
export const ERRORS = { '4xx': ErrorReply, '5xx': ErrorReply } as const
export const TAGS = ['back office']
