// The rows of a made book that no rebuild makes: its people as their registrations and sessions would have left them,
// the texts behind the log's commitments, what bettors asked for, and the feed's prices.
import type { Quote } from '#domain/bet/bet-events.ts'
import { skeletonsOf } from '#services/accounts/names/lookalikes.ts'
import { openPseudonyms, type Pseudonyms } from '#services/accounts/sessions/pseudonyms.ts'
import { connect } from '#services/platform/database/connect.ts'
import { insertRows, type Row } from './insert-rows.ts'
import type { MadeBook } from './made-book.ts'
import type { MadePerson } from './made-people.ts'

/** Time between two sign-ins at the end of the book, counted back from now. */
const SIGN_IN_MS = 60_000
/** One in this many sessions is still live. */
const LIVE = 4

/** How many rows of each kind have been written. */
export type Written = { people: number; reasons: number; notes: number; requests: number }

/** Writes rows that have not been written yet, and the current prices. */
export async function writePeople(url: string, book: MadeBook, written: Written): Promise<void> {
  const people = book.people.slice(written.people)
  const [reasons, notes, requests] = [
    book.reasons.slice(written.reasons),
    book.notes.slice(written.notes),
    book.requests.slice(written.requests),
  ]
  Object.assign(written, {
    ...{ people: book.people.length, reasons: book.reasons.length },
    ...{ notes: book.notes.length, requests: book.requests.length },
  })
  const { prices } = book
  const client = await connect(url, { name: 'fairbook made book' })
  const insert = (table: string, rows: Iterable<Row>) => insertRows(client, table, rows)
  try {
    const pseudonyms = await openPseudonyms(client)
    await insert('identity', people.map(identityOf))
    await insert('name_claim', people.flatMap(claimsOf))
    await insert('session_address', people.flatMap(sessionsOf))
    await insert('session', liveSessions(people))
    await insert('known_address', knownAddresses(people, pseudonyms))
    const factors = people.flatMap(({ id, factor }) => (factor === null ? [] : [{ id, ...factor }]))
    await insert(
      'authenticator',
      factors.map(({ id, secret: { commitment, salt, sealed } }) => ({
        ...{ commitment, account_id: id, secret: sealed, salt, last_step: 0, made_at: now() },
      })),
    )
    await insert(
      'recovery_code_set',
      factors.map(({ id, recoveryCodes: { commitment, salt } }) => ({
        commitment,
        account_id: id,
        salt,
        made_at: now(),
      })),
    )
    await insert(
      'recovery_code',
      factors.flatMap(({ recoveryCodes: { commitment, hashes } }) =>
        hashes.map((code_hash) => ({ commitment, code_hash })),
      ),
    )
    await insert('reason_text', reasons)
    await insert(
      'note_text',
      notes.map(({ account, command, ...text }) => ({ ...text, account_id: account, command_id: command })),
    )
    await insert(
      'request',
      requests.map(({ account, command, amountCents, note, decidedBy, requestedAt, decidedAt, ...rest }) => ({
        ...{ ...rest, account_id: account, command_id: command, amount_cents: amountCents },
        ...{
          note: note.text,
          note_salt: note.salt,
          decided_by: decidedBy,
          requested_at: requestedAt,
          decided_at: decidedAt,
        },
      })),
    )
    await client.query('delete from app.quote_history; delete from app.quote')
    await insert('quote_history', prices.history().map(priceOf))
    await insert('quote', prices.board().map(quoteOf))
  } finally {
    await client.end()
  }
}

const now = (): string => new Date().toISOString()

const identityOf = ({ id, username, email, ...person }: MadePerson): Row => ({
  ...{ account_id: id, username, username_normal: username, username_salt: person.usernameSalt },
  ...{ password_hash: person.passwordHash, password_salt: person.passwordSalt, must_change_password: false },
  ...{ email: email?.text ?? null, email_salt: email?.salt ?? null },
  ...{
    status: 'active',
    registration: { command: id, nameAsTyped: true, role: person.role, openedBy: person.openedBy },
    claimed_at: now(),
  },
})

const claimsOf = ({ id, username }: MadePerson): Row[] =>
  skeletonsOf(username).map((skeleton) => ({ skeleton, account_id: id }))

const sessionsOf = ({ id, sessions }: MadePerson) =>
  sessions.map(({ commitment, salt, ip, userAgent }) => ({
    ...{ commitment, account_id: id, ip, user_agent: userAgent, salt, since: now() },
  }))

/**
 * Nobody has a token for them. A made book has no sign-in events, so an audit cannot tell whether a second factor was
 * shown; that is why they belong to people without one.
 */
const liveSessions = (people: readonly MadePerson[]): Row[] =>
  people
    .filter(({ factor }) => factor === null)
    .flatMap(sessionsOf)
    .filter((_, n) => n % LIVE === 0)
    .map(({ since, ...session }) => ({
      ...{ ...session, token_hash: Buffer.from(session.commitment, 'hex'), second_factor: false },
      ...{ created_at: since, seen_at: since, expires_at: new Date(Date.now() + 30 * 86_400_000).toISOString() },
    }))

/** An address counts as its network, as with IPv4. Duplicates are merged. */
function knownAddresses(people: readonly MadePerson[], pseudonyms: Pseudonyms): Row[] {
  const used = people.flatMap(({ id, username, sessions }) =>
    [...new Set(sessions.map(({ ip }) => ip))].map((ip) => ({ id, username, ip })),
  )
  return used.map(({ id, username, ip }, n) => ({
    ...{ pair: pseudonyms.pair(username, ip), network: pseudonyms.network(ip), account_id: id },
    used_at: new Date(Date.now() - (used.length - n) * SIGN_IN_MS).toISOString(),
  }))
}

const priceOf = ({ fixture, market, selection, odds, bookmaker, quotedAt, fetchedAt, message }: Quote) => ({
  ...{ fixture_id: fixture, market, point: '', selection, odds, bookmaker },
  ...{ quoted_at: quotedAt, fetched_at: fetchedAt, message_hash: message! },
})

function quoteOf(quote: Quote): Row {
  const { feed, version, index, size, path } = quote.seal!
  return {
    ...priceOf(quote),
    ...{ selection_name: quote.selectionName, draw_offered: quote.drawOffered === true },
    ...{ seal_feed: feed, seal_version: version, seal_index: index, seal_size: size, seal_path: path },
  }
}
