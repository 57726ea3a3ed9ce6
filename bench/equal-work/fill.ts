// The initial data of the equal-work server: accounts with money, their sessions, the board.
import pg from 'pg'
import type { Pick } from '#tests/bets.ts'
import { CHANGED } from './board.ts'
import { makeTables } from './server.ts'
import { tokenHash } from './sessions.ts'

/** An account for each token, with this much money. */
export async function fillTables(url: string, tokens: readonly string[], cents: number): Promise<void> {
  const pool = new pg.Pool({ connectionString: url, max: 1 })
  await makeTables(pool)
  const accounts = tokens.map((_, n) => `account-${n}`)
  await pool.query('insert into account (account_id, balance_cents) select unnest($1::text[]), $2', [accounts, cents])
  await pool.query(
    `insert into session select token, account, now() + interval '1 day' from unnest($1::bytea[], $2::text[]) as s (token, account)`,
    [tokens.map(tokenHash), accounts],
  )
  await pool.query('vacuum analyze')
  await pool.end()
}

/** `now`: when they are quoted. The server is notified and re-reads them. */
export async function offer(url: string, picks: readonly Pick[], now: Date): Promise<void> {
  const client = new pg.Client({ connectionString: url })
  await client.connect()
  await client.query('begin')
  await client.query('delete from price')
  await client.query(
    `insert into price select event, selection, odds, 'bookmaker', $1, starts, repeat('0', 64)
       from unnest($2::text[], $3::text[], $4::text[], $5::timestamptz[]) as p (event, selection, odds, starts)
     on conflict do nothing`,
    [
      now,
      picks.map(({ game }) => game.id),
      picks.map(({ selection }) => selection),
      picks.map(({ odd }) => odd.toFixed(2)),
      picks.map(({ game }) => game.commence_time),
    ],
  )
  await client.query(`notify ${CHANGED}`)
  await client.query('commit')
  await client.end()
}
