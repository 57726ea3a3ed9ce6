// Transfers that have left and not arrived.
import { type CommonQueryMethods, sql } from 'slonik'
import { z } from 'zod'
import { TransferPurpose } from '#domain/transfer/transfer-events.ts'
import { BalanceKind } from '#domain/values.ts'

/**
 * `sentEvent`: the event that sent it, as '<stream>@<version>'. `correlation`: of that event; null if the audit trail
 * does not have it yet.
 */
export const TransferRow = z.object({
  transfer: z.string(),
  sender: z.string(),
  receiver: z.string(),
  into: BalanceKind,
  amountCents: z.number(),
  purpose: TransferPurpose,
  sentEvent: z.string(),
  correlation: z.string().nullable(),
})
export type TransferRow = z.infer<typeof TransferRow>

/** Those sent longer ago than this in system time, the oldest first: something has interrupted them. */
export const transfersLeft = (
  db: CommonQueryMethods,
  olderThanMs: number,
  limit: number,
): Promise<readonly TransferRow[]> =>
  db.any(sql.type(TransferRow)`
    select transfer_id as transfer, sender, receiver, into_purse as "into", t.amount_cents as "amountCents", purpose,
      sent_event as "sentEvent", correlation
    from app.transfer t left join app.audit
      on stream = split_part(sent_event, '@', 1) and version = split_part(sent_event, '@', 2)::integer
    where sent_recorded_at <= now() - ${olderThanMs} * interval '1 millisecond'
    order by sent_recorded_at limit ${limit}`)
