// User names and texts of reasons, if the personal data is there and may be read. Answers are complete without them.
import { Usage } from '../failures.ts'
import { rowsOf } from '../identity/commitments.ts'
import { normalised } from '../identity/usernames.ts'
import { whereReadable } from '../postgres/readable.ts'
import type { Snapshot } from '../postgres/snapshot.ts'
import type { OpenLog } from './open-log.ts'

const IDENTITY = 'app.identity'
const REASONS = 'app.reason_text'
const ID = /^[0-9a-f]{32}$/

/** Returns null for what is not known. */
export type Lookup = (key: string) => string | null

/** The user name of each account. */
export const readNames = (log: OpenLog): Promise<Lookup> =>
  readPairs(log, IDENTITY, 'account_id as key, username as text')

/** The text behind each commitment to a reason. */
export const readReasons = (log: OpenLog): Promise<Lookup> => readPairs(log, REASONS, 'commitment as key, text')

export type Person = { readonly id: string; readonly name: string | null }

/**
 * The person with a user name or an account id. A text that could be an id is one: anybody can choose the id of another
 * account for a name. Throws Usage if nobody has the name.
 */
export async function findPerson(snapshot: Snapshot | null, user: string): Promise<Person> {
  const [column, key] = ID.test(user) ? ['account_id', user] : ['username_normal', normalised(user)]
  const found = await whereReadable(snapshot, IDENTITY, async (client) => {
    const query = `select account_id as id, username as name from ${IDENTITY} where ${column} = $1 limit 1`
    return (await client.query<Person>(query, [key])).rows[0] ?? null
  })
  if (found !== null) return found
  if (ID.test(user)) return { id: user, name: null }
  throw new Usage(`nobody is called '${user}' here; an account can also be named by its id of 32 digits and letters`)
}

async function readPairs({ snapshot, spill }: OpenLog, table: string, columns: string): Promise<Lookup> {
  const pairs = spill.scratch<string>()
  await whereReadable(snapshot, table, async (client) => {
    const rows = rowsOf<{ key: string; text: string }>(client, `select ${columns} from ${table}`)
    for await (const { key, text } of rows) {
      pairs.set(key, text)
      spill.settle()
    }
  })
  return (key) => pairs.peek(key) ?? null
}
