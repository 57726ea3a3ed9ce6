// The subject `equal-work` of `npm run bench`: what a good engineer would write for the same bet without a ledger, as
// fast as Postgres allows: a pool of prepared statements, one of which does a whole bet in one transaction and one
// round trip.
//
// It does: validate the request with zod; look up the session and cache it for a second; check game, price, age of the
// price and stake against the offered board in memory and the limits; check caps and limits of the account in the
// statement that takes the stake; give a repeated idempotency key its first reply; write the bet, its legs with the
// evidence of their prices, the balance (never negative), an audit row, statistics and house figures, all of which
// exist when the reply goes out, while the product's read models follow some milliseconds later.
// It does not: chain, hash or prove anything; keep what an auditor could replay; queue one caller's requests behind
// another's; push to browsers; count liabilities; keep the indexes of the back office's lists.
import Fastify, { type FastifyInstance, type FastifyReply, type FastifyRequest } from 'fastify'
import { validatorCompiler, type ZodTypeProvider } from 'fastify-type-provider-zod'
import pg from 'pg'
import { Board, CHANGED } from './board.ts'
import { FIRST_ANSWER, PLACE_BET, WHY_NOT } from './place-bet-sql.ts'
import { type Session, Sessions } from './sessions.ts'
import { type Refusal, requestHash, type Slip, SlipBody, strike } from './slip.ts'
import { HOUSE_SLOTS, TABLES } from './tables.ts'

const CONNECTIONS = 32
const UNIQUE_VIOLATION = '23505'

type Placed = { bet_id: string; balance_cents: string }
type FirstAnswer = Placed & { odds: string; potential_return_cents: string; request_hash: Buffer; legs: unknown[] }
type Reply = { readonly status: number; readonly body: object }

/** In an empty database. */
export async function makeTables(pool: pg.Pool): Promise<void> {
  await pool.query(TABLES)
  await pool.query('insert into house (slot) select generate_series(0, $1 - 1)', [HOUSE_SLOTS])
}

/** `now`: in milliseconds. */
export async function buildServer(url: string, now: () => number = Date.now): Promise<FastifyInstance> {
  const pool = new pg.Pool({ connectionString: url, max: CONNECTIONS, application_name: 'equal-work' })
  const listener = new pg.Client({ connectionString: url, application_name: 'equal-work listener' })
  await listener.connect()
  const board = await Board.open(pool)
  const sessions = new Sessions(pool)
  listener.on('notification', () => void board.read().catch(() => undefined))
  await listener.query(`listen ${CHANGED}`)

  const app = Fastify({ logger: false }).withTypeProvider<ZodTypeProvider>()
  app.setValidatorCompiler(validatorCompiler)
  app.setSerializerCompiler(() => JSON.stringify)
  app.addHook('onClose', async () => {
    await listener.end()
    await pool.end()
  })

  const placeBet = async (request: FastifyRequest<{ Body: SlipBody }>, reply: FastifyReply) => {
    const { authorization = '', 'idempotency-key': key } = request.headers
    if (typeof key !== 'string' || key === '') return send(reply, refused(400, { code: 'key_missing' }))
    const known = sessions.of(authorization.replace(/^Bearer /, ''))
    const session = known instanceof Promise ? await known : known
    if (session === null) return send(reply, refused(401, { code: 'login_required' }))
    return send(reply, await place(session, key, request.body))
  }
  app.get('/board', () => ({ quotedAt: board.quotedAt() }))
  app.post('/api/bets/place-bet', { schema: { body: SlipBody } }, placeBet)

  async function place(session: Session, key: string, body: SlipBody): Promise<Reply> {
    const at = new Date(now())
    const hash = requestHash(body)
    const slip = strike(body, board, at.getTime())
    // the price may have moved since the key was answered
    if ('code' in slip) return (await firstAnswer(session, key, hash)) ?? refused(409, slip)
    try {
      const { rows } = await pool.query<Placed>({
        name: 'place-bet',
        text: PLACE_BET,
        values: valuesOf(session, key, hash, slip, at),
      })
      if (rows[0]) return accepted(rows[0], slip)
    } catch (error) {
      if ((error as { code?: string }).code !== UNIQUE_VIOLATION) throw error
    }
    return (await firstAnswer(session, key, hash)) ?? refused(409, await whyNot(session, slip, at))
  }

  async function firstAnswer({ accountId }: Session, key: string, hash: Buffer): Promise<Reply | null> {
    const { rows } = await pool.query<FirstAnswer>({
      name: 'first-answer',
      text: FIRST_ANSWER,
      values: [accountId, key],
    })
    const first = rows[0]
    if (first === undefined) return null
    if (!first.request_hash.equals(hash)) return refused(409, { code: 'key_reused' })
    return {
      status: 200,
      body: answer(first, first.odds, Number(first.potential_return_cents), first.legs),
    }
  }

  async function whyNot({ accountId }: Session, { stakeCents, returnCents }: Slip, at: Date): Promise<Refusal> {
    const { rows } = await pool.query<{ blocked: boolean; capped: boolean | null; limited: boolean | null }>({
      name: 'why-not',
      text: WHY_NOT,
      values: [accountId, stakeCents, returnCents, at],
    })
    const account = rows[0]
    if (account === undefined) return { code: 'account_missing' }
    if (account.blocked) return { code: 'account_blocked' }
    if (account.limited) return { code: 'own_limit' }
    return { code: account.capped ? 'stake_cap' : 'insufficient_funds' }
  }

  return app as unknown as FastifyInstance
}

function valuesOf({ id, accountId }: Session, key: string, hash: Buffer, slip: Slip, at: Date): unknown[] {
  const { stakeCents, odds, returnCents, legs } = slip
  const column = (value: (leg: Slip['legs'][number]) => string) => legs.map(value)
  return [
    ...[accountId, key, stakeCents, at, hash, odds, returnCents, id, Math.floor(Math.random() * HOUSE_SLOTS)],
    JSON.stringify({ odds, returnCents, prices: legs.map(({ price }) => price.messageHash) }),
    column(({ price }) => price.eventId),
    column(({ price }) => price.selection),
    column(({ price }) => price.odds),
    column(({ seenOdds }) => seenOdds),
    column(({ price }) => price.bookmaker),
    column(({ price }) => price.quotedAt),
    column(({ price }) => price.messageHash),
  ]
}

const send = (reply: FastifyReply, { status, body }: Reply) => reply.code(status).send(body)

const refused = (status: number, refusal: Refusal): Reply => ({ status, body: { success: false, ...refusal } })

const accepted = (placed: Placed, { odds, returnCents, legs }: Slip): Reply => ({
  status: 200,
  body: answer(
    placed,
    odds,
    returnCents,
    legs.map(({ price: { eventId, selection, odds: own, bookmaker, quotedAt } }) => ({
      ...{ eventId, selection, odds: own, bookmaker, quotedAt },
    })),
  ),
})

const answer = (placed: Placed, odds: string, returnCents: number, legs: unknown[]) => ({
  success: true,
  newBalance: Number(placed.balance_cents) / 100,
  betId: placed.bet_id,
  odds: Number(odds),
  potential_win: returnCents / 100,
  legs,
})
