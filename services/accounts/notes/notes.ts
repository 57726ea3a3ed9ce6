// Notes about bettors: the text is stored here, before the event that commits to it.
import type pg from 'pg'
import type { CommandMeta } from '#domain/meta.ts'
import { refuse } from '#domain/refusals.ts'
import { hashCommand } from '#services/commands/command-id.ts'
import type { Accounts } from '../accounts.ts'
import { commitment, newSalt } from '../commitments.ts'

type NoteText = { readonly accountId: string; readonly commitment: string; readonly text: string }

export type NewNote = {
  readonly accountId: string
  readonly text: string
  /** Without the command's hash, which is derived from the commitment. */
  readonly meta: Omit<CommandMeta, 'command'> & { readonly command: { readonly id: string } }
}

/**
 * Adds a note; repeating the command adds no second one. `accountId` has a row in identity. Throws OutcomeUnknown,
 * StoreUnavailable.
 */
export async function addNote(
  { pool, accounts }: { readonly pool: pg.Pool; readonly accounts: Accounts },
  { accountId, text, meta }: NewNote,
): ReturnType<Accounts['execute']> {
  const { id } = meta.command
  const stored = (await find(pool, id)) ?? (await store(pool, id, accountId, text))
  if (stored.accountId !== accountId || stored.text !== text) return refuse('key_reused')
  const command = { type: 'AddNote', text: stored.commitment } as const
  return accounts.execute(accountId, command, {
    ...meta,
    command: { id, hash: hashCommand({ ...command, accountId }) },
  })
}

async function find(pool: pg.Pool, commandId: string): Promise<NoteText | null> {
  const { rows } = await pool.query<NoteText>(
    'select account_id as "accountId", commitment, text from app.note_text where command_id = $1',
    [commandId],
  )
  return rows[0] ?? null
}

/** If another attempt of the command was faster, returns its row. */
async function store(pool: pg.Pool, commandId: string, accountId: string, text: string): Promise<NoteText> {
  const salt = newSalt()
  const note = { accountId, commitment: commitment(salt, text), text }
  const { rowCount } = await pool.query(
    `insert into app.note_text (commitment, account_id, salt, text, command_id) values ($1, $2, $3, $4, $5)
     on conflict (command_id) do nothing`,
    [note.commitment, accountId, salt, text, commandId],
  )
  return rowCount === 1 ? note : (await find(pool, commandId))!
}
