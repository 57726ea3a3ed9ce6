// GET and POST /api/account/requests, POST /api/account/requests/withdraw; and the admins' queue of requests.
import { z } from 'zod'
import { MAX_REASON_LENGTH } from '#domain/limits.ts'
import { BalanceText, Euros, Given, IsoTime } from '../values.ts'

const note = z.string().max(MAX_REASON_LENGTH).optional()

/** A deposit, a pay-out, or the closing of the account. */
export const RequestBody = z.discriminatedUnion('kind', [
  z.strictObject({ kind: z.literal('deposit'), amount: Euros, note }),
  z.strictObject({ kind: z.literal('pay-out'), amount: Euros, note }),
  z.strictObject({ kind: z.literal('closing'), note }),
])
export type RequestBody = z.infer<typeof RequestBody>

export const OwnRequest = z.object({
  id: z.string(),
  /** `password`: filed on the sign-in page by somebody who forgot it. */
  kind: z.enum(['deposit', 'pay-out', 'password', 'closing']),
  /** Null if there is none. */
  amount: z.number().nullable(),
  note: z.string(),
  /** `withdrawn`: by its owner. */
  state: z.enum(['open', 'done', 'declined', 'withdrawn']),
  /** The admin's answer, which its owner reads. */
  answer: z.string(),
  requestedAt: IsoTime,
  decidedAt: IsoTime.nullable(),
})
export type OwnRequest = z.infer<typeof OwnRequest>
/** Newest first, at most 50. */
export const OwnRequests = z.object({ requests: z.array(OwnRequest) })
export type OwnRequests = z.infer<typeof OwnRequests>
export const WithdrawRequest = z.strictObject({ request: z.string().max(64) })

/** GET /api/admin/dashboard?type=requests: open ones, oldest first. type=decided-requests: last decided first. */
export const RequestQueue = z.object({
  requests: z.array(
    OwnRequest.extend({
      userId: z.string(),
      username: z.string(),
      /** The page of the dashboard's list of users that shows the owner; null for an admin. */
      userPage: z.number().nullable(),
      email: z.string().nullable(),
      /** What is in the wallet now; null for an admin. */
      balance: BalanceText.nullable(),
      /**
       * `closing`: it will be closed as soon as it is empty. Neither kind of account can receive deposits. Null for any
       * other.
       */
      ending: z.enum(['closing', 'closed']).nullable(),
      /** The admin's name. */
      decidedBy: z.string().nullable(),
    }),
  ),
  total: z.number(),
  page: z.number(),
  pageSize: z.number(),
})
export type RequestQueue = z.infer<typeof RequestQueue>

export const requestActions = [
  z.strictObject({
    action: z.literal('decideRequest'),
    requestId: Given.max(64),
    decision: z.enum(['done', 'declined']),
    /** For the owner of the request; required if it is declined. It is the reason in the audit trail. */
    answer: z.string().max(MAX_REASON_LENGTH).optional(),
  }),
] as const
