// Notes about one bettor.
import { type CommonQueryMethods, sql } from 'slonik'
import { z } from 'zod'

/** `text`: null if it was erased. `admin`: the name; null if it was erased. */
export const NoteRow = z.object({
  number: z.number(),
  at: z.date(),
  admin: z.string().nullable(),
  text: z.string().nullable(),
})
export type NoteRow = z.infer<typeof NoteRow>

/** The newest first; `before`: only those before this ledger number. */
export const notesOf = (
  db: CommonQueryMethods,
  account: string,
  before: number | null,
  limit: number,
): Promise<readonly NoteRow[]> =>
  db.any(sql.prepared('notes of', NoteRow)`
    select n.number, n.at, i.username as admin, t.text
    from app.note n
    left join app.note_text t using (commitment)
    left join app.identity i on i.account_id = n.admin_id
    where n.account_id = ${account} and n.number < ${String(before ?? Number.MAX_SAFE_INTEGER)}::bigint
    order by n.number desc limit ${limit}`)
