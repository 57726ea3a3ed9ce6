import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { statementOf } from '#projections/statement/queries.ts'
import { Statement, type StatementLine } from '#services/contract/contract.ts'
import type { Queries } from '#services/platform/database/queries.ts'
import { type Person, single, startTestProduct, type TestProduct } from '../../testing/product.ts'
import { planOf, vacuum } from '../../testing/query-plan.ts'

describe('GET /api/account/statement', () => {
  let product: TestProduct
  let admin: Person
  beforeAll(async () => {
    product = await startTestProduct()
    admin = await product.anAdmin(1_000)
  })
  afterAll(() => product.close())

  const read = async (token: string, query = '') => {
    const reply = await product.call(`/api/account/statement${query}`, { token })
    expect([reply.status, reply.status === 200 ? '' : reply.text]).toEqual([200, ''])
    return Statement.parse(reply.body)
  }
  const shown = ({ kind, amount, balance, bet }: StatementLine) => [kind, amount, balance, bet?.odds ?? null]

  test('has every line of the caller’s own account, newest first, with the balance after it', async () => {
    const bettor = await product.aBettor(admin, 100)
    const game = product.newGame()
    await product.place(bettor.token, single(game, 10))
    await product.place(bettor.token, single(game, 0.5))
    const { lines, next } = await read(bettor.token)
    expect(lines.map(shown)).toEqual([
      ['stake', -0.5, '89.50', 2.1],
      ['stake', -10, '90.00', 2.1],
      ['deposit', 100, '100.00', null],
    ])
    expect(next).toBeNull()
    expect(lines[0]!.bet!.name).toBe(`Home ${game.slice(0, 4)}`)
  })

  test('comes page by page, filtered by kind and by time', async () => {
    const bettor = await product.aBettor(admin, 50)
    const game = product.newGame()
    for (let n = 0; n < 4; n++) await product.place(bettor.token, single(game, 1))
    const balances: string[] = []
    for (let query = '?limit=2'; ; ) {
      const { lines, next } = await read(bettor.token, query)
      balances.push(...lines.map(({ balance }) => balance))
      if (next === null) break
      query = `?limit=2&before=${next}`
    }
    expect(balances).toEqual(['46.00', '47.00', '48.00', '49.00', '50.00'])
    expect((await read(bettor.token, '?kind=deposit')).lines.map(shown)).toEqual([['deposit', 50, '50.00', null]])
    const tomorrow = new Date(Date.now() + 86_400_000).toISOString()
    expect((await read(bettor.token, `?since=${tomorrow}`)).lines).toEqual([])
    expect((await read(bettor.token, `?until=${tomorrow}`)).lines).toHaveLength(5)
    expect((await product.call('/api/account/statement?limit=501', { token: bettor.token })).status).toBe(400)
    expect((await product.call('/api/account/statement')).status).toBe(401)
  })

  test('skips lines that do not match within the index', async () => {
    const { pool, queries } = product.services
    const { user } = await product.signUp()
    await pool.query(
      `insert into app.statement_line (account_id, number, line, at, kind, amount_cents, balance_cents)
       select whose, n, 0, '2026-01-01T00:00:00Z'::timestamptz + n * interval '1 minute', 'stake', -1, 1
       from generate_series(1, 5000) n, unnest(array[$1, 'b', 'c', 'd', 'e', 'f', 'g', 'h']) whose order by n`,
      [user.id],
    )
    await vacuum(product.database.ownerUrl, 'app.statement_line')
    const all = { before: null, kind: null, since: null, until: null, limit: 51 }
    for (const [asked, found] of [
      [{}, 51],
      [{ kind: 'deposit' }, 0],
      [{ since: '2026-01-04T11:15:00Z' }, 6],
      [{ until: '2026-01-01T00:10:00Z' }, 9],
      [{ before: { number: 31, line: 0 }, until: '2026-01-02T00:00:00Z' }, 30],
    ] as const) {
      const read = async (db: Queries) =>
        expect(await statementOf(db, user.id, { ...all, ...asked })).toHaveLength(found)
      const plan = await planOf(queries, read)
      expect(plan).toContain('"Index Only Scan"')
      expect(plan).not.toMatch(/"(Bitmap Heap|Seq) Scan"/)
    }
  })

  test.each([
    ['that no calendar has', '0000-01-01T00:00:00Z'],
    ['finer than any clock', `2026-11-01T00:00:00.${'1'.repeat(200)}Z`],
  ])('a time %s is refused, here and where bets are asked for', async (_, time) => {
    const { token } = await product.signUp()
    const queries = [`account/statement?since=${time}`, `account/statement?until=${time}`]
    for (const query of [...queries, `bets/my-bets?since=${time}`, `bets/totals?since=${time}`]) {
      const { status, body } = await product.call(`/api/${query}`, { token })
      expect([query, status, body.code]).toEqual([query, 400, 'invalid_request'])
    }
  })
})
