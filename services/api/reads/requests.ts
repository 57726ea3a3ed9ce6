// Requests of people, as the API shows them.
import { eurosOf, formatCents } from '#domain/money.ts'
import type { PersonalRequest } from '#services/accounts/requests/request-rows.ts'
import type { Requests } from '#services/accounts/requests/requests.ts'
import type { OwnRequest, RequestQueue } from '#services/contract/contract.ts'

/** The same as of the dashboard's lists. */
const PAGE_SIZE = 10

export const shownRequest = ({ amountCents, requestedAt, decidedAt, ...rest }: PersonalRequest): OwnRequest => ({
  id: rest.id,
  kind: rest.kind,
  amount: amountCents === null ? null : eurosOf(amountCents),
  note: rest.note,
  state: rest.state,
  answer: rest.answer,
  requestedAt: requestedAt.toISOString(),
  decidedAt: decidedAt?.toISOString() ?? null,
})

export async function requestQueue(requests: Requests, page: number, open: boolean): Promise<RequestQueue> {
  const { requests: queued, total } = await requests.queue(page, PAGE_SIZE, open)
  const shown = queued.map((one) => ({
    ...shownRequest(one),
    userId: one.accountId,
    username: one.username,
    userPage: one.place === null ? null : Math.floor(one.place / PAGE_SIZE) + 1,
    email: one.email,
    balance: one.walletCents === null ? null : formatCents(one.walletCents),
    ending: one.ending,
    decidedBy: one.decidedBy,
  }))
  return { requests: shown, total, page, pageSize: PAGE_SIZE }
}
