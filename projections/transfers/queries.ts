// Transfers that have left and not arrived.
import { type CommonQueryMethods, sql } from 'slonik'
import { z } from 'zod'
import { TransferPurpose } from '../../domain/account/events.ts'
import { Purse } from '../../domain/values.ts'

/** `sentEvent`: the event that sent it, as '<stream>@<version>'. `sentAt` is business time. */
export const TransferRow = z.object({
  transfer: z.string(),
  sender: z.string(),
  from: Purse,
  receiver: z.string(),
  into: Purse,
  amountCents: z.number(),
  purpose: TransferPurpose,
  sentAt: z.date(),
  sentEvent: z.string(),
})
export type TransferRow = z.infer<typeof TransferRow>

/** Those sent longer ago than this in system time, the oldest first: something has interrupted them. */
export const transfersLeft = (
  db: CommonQueryMethods,
  olderThanMs: number,
  limit: number,
): Promise<readonly TransferRow[]> =>
  db.any(sql.type(TransferRow)`
    select transfer_id as transfer, sender, from_purse as "from", receiver, into_purse as "into",
      amount_cents as "amountCents", purpose, sent_at as "sentAt", sent_event as "sentEvent"
    from app.transfer where sent_recorded_at <= now() - ${olderThanMs} * interval '1 millisecond'
    order by sent_recorded_at limit ${limit}`)
