// The days of one admin's float.
import { type CommonQueryMethods, sql } from 'slonik'
import { z } from 'zod'

export const FloatDayRow = z.object({
  day: z.string(),
  openingCents: z.number(),
  granted: z.number(),
  drawn: z.number(),
  'given-back': z.number(),
  deposited: z.number(),
  withdrawn: z.number(),
  returned: z.number(),
  closingCents: z.number(),
  lastNumber: z.number().nullable(),
  closedNumber: z.number().nullable(),
  closedAt: z.date().nullable(),
})
export type FloatDayRow = z.infer<typeof FloatDayRow>

/** The newest first, from the day `until` back. */
export const floatDays = (
  db: CommonQueryMethods,
  account: string,
  until: string,
  limit: number,
): Promise<readonly FloatDayRow[]> =>
  db.any(sql.prepared('days of a float', FloatDayRow)`
    select day, opening_cents as "openingCents", granted_cents as granted, drawn_cents as drawn,
      given_back_cents as "given-back", deposited_cents as deposited, withdrawn_cents as withdrawn,
      returned_cents as returned, closing_cents as "closingCents", last_number as "lastNumber",
      closed_number as "closedNumber", closed_at as "closedAt"
    from app.float_day where account_id = ${account} and day <= ${until} order by day desc limit ${limit}`)
