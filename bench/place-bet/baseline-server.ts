// The baseline of `npm run bench`: what a careful developer writes in an afternoon, with Fastify and pg, a balance row
// and a bet row, and no ledger. In two forms: one transaction of four round trips, and one statement.
import Fastify from 'fastify'
import pg from 'pg'

const pool = new pg.Pool({ connectionString: process.env.DATABASE_URL, max: 32, application_name: 'baseline' })
await pool.query(`
  create table if not exists balance (account_id text primary key, cents bigint not null check (cents >= 0));
  create table if not exists bet (
    bet_id bigint generated always as identity primary key,
    account_id text not null,
    event_id text not null,
    selection text not null,
    odds text not null,
    stake_cents bigint not null,
    placed_at timestamptz not null default now()
  )`)

const body = {
  type: 'object',
  required: ['account', 'event_id', 'selection', 'odd', 'bet_amount'],
  properties: {
    account: { type: 'string' },
    event_id: { type: 'string' },
    selection: { type: 'string' },
    odd: { type: 'number' },
    bet_amount: { type: 'number', exclusiveMinimum: 0 },
  },
} as const
type Bet = { account: string; event_id: string; selection: string; odd: number; bet_amount: number }

const DEBIT = 'update balance set cents = cents - $2 where account_id = $1 and cents >= $2 returning cents'
const RECORD =
  'insert into bet (account_id, event_id, selection, odds, stake_cents) values ($1, $2, $3, $4, $5) returning bet_id'
const BOTH = `with debit as (${DEBIT}), record as (
  insert into bet (account_id, event_id, selection, odds, stake_cents) select $1, $3, $4, $5, $2 from debit returning bet_id
) select debit.cents, record.bet_id from debit, record`

const app = Fastify({ logger: false })
const refusal = { success: false, error: 'Insufficient funds. Please deposit more funds to place this bet.' }

app.post<{ Body: Bet }>('/transaction', { schema: { body } }, async (request, reply) => {
  const { account, event_id, selection, odd, bet_amount } = request.body
  const cents = Math.round(bet_amount * 100)
  const client = await pool.connect()
  try {
    await client.query('begin')
    const debit = await client.query({ name: 'debit', text: DEBIT, values: [account, cents] })
    if (debit.rowCount === 0) {
      await client.query('rollback')
      return reply.code(409).send(refusal)
    }
    const record = await client.query({
      name: 'record',
      text: RECORD,
      values: [account, event_id, selection, odd.toFixed(2), cents],
    })
    await client.query('commit')
    return { success: true, newBalance: Number(debit.rows[0].cents) / 100, betId: record.rows[0].bet_id }
  } catch (error) {
    await client.query('rollback').catch(() => {})
    throw error
  } finally {
    client.release()
  }
})

app.post<{ Body: Bet }>('/statement', { schema: { body } }, async (request, reply) => {
  const { account, event_id, selection, odd, bet_amount } = request.body
  const done = await pool.query({
    name: 'both',
    text: BOTH,
    values: [account, Math.round(bet_amount * 100), event_id, selection, odd.toFixed(2)],
  })
  if (done.rowCount === 0) return reply.code(409).send(refusal)
  return { success: true, newBalance: Number(done.rows[0].cents) / 100, betId: done.rows[0].bet_id }
})

await app.listen({ host: '127.0.0.1', port: 0 })
const address = app.server.address()
process.send?.({ kind: 'ready', port: typeof address === 'object' ? address?.port : 0 })
process.on('disconnect', () => process.exit(0))
