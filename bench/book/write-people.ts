// The rows of identity of a made book's people, as their registrations would have left them.
import { skeletonsOf } from '#services/accounts/names/lookalikes.ts'
import { connect } from '#services/platform/database/connect.ts'
import type { MadePerson } from './made-people.ts'

const PAGE = 1_000

const PEOPLE = `
  insert into app.identity
    (account_id, username, username_normal, username_salt, password_hash, password_salt, must_change_password, status,
     registration)
  select id, name, name, usalt, hash, psalt, false, 'active', jsonb_build_object('command', id, 'role', role, 'openedBy', opener)
  from unnest($1::text[], $2::text[], $3::bytea[], $4::text[], $5::bytea[], $6::text[], $7::text[])
    as p (id, name, usalt, hash, psalt, role, opener)`
const CLAIMS = `
  insert into app.name_claim (skeleton, account_id)
  select skeleton, id from unnest($1::text[], $2::text[]) as c (skeleton, id)`

export async function writePeople(url: string, people: readonly MadePerson[]): Promise<void> {
  const client = await connect(url, { name: 'fairbook made book' })
  try {
    for (let from = 0; from < people.length; from += PAGE) {
      const some = people.slice(from, from + PAGE)
      await client.query(PEOPLE, [
        some.map(({ id }) => id),
        some.map(({ username }) => username),
        some.map(({ usernameSalt }) => usernameSalt),
        some.map(({ passwordHash }) => passwordHash),
        some.map(({ passwordSalt }) => passwordSalt),
        some.map(({ role }) => role),
        some.map(({ openedBy }) => openedBy),
      ])
      const claims = some.flatMap(({ id, username }) => skeletonsOf(username).map((skeleton) => ({ id, skeleton })))
      await client.query(CLAIMS, [claims.map(({ skeleton }) => skeleton), claims.map(({ id }) => id)])
    }
  } finally {
    await client.end()
  }
}
