// Sessions that end without every api being notified.
import pg from 'pg'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { commandId } from '#services/commands/command-id.ts'
import { productMeta } from '#services/commands/product-meta.ts'
import { type Person, startTestProduct, type TestProduct, until } from '../testing/product.ts'

let product: TestProduct
let other: Awaited<ReturnType<TestProduct['another']>>
let owner: pg.Client
/** Backend pids of the other api's listening connections, in the order in which they were opened. */
let listening: number[]

/** Listening backends of all processes of this product. */
async function listeners(): Promise<number[]> {
  const { rows } = await owner.query<{ pid: number }>(
    `select pid from pg_stat_activity where datname = current_database() and application_name = 'fairbook listen'
      order by backend_start`,
  )
  return rows.map(({ pid }) => pid)
}

beforeAll(async () => {
  product = await startTestProduct()
  owner = new pg.Client(product.database.ownerUrl)
  await owner.connect()
  const before = await listeners()
  other = await product.another()
  listening = (await listeners()).filter((pid) => !before.includes(pid))
})
afterAll(async () => {
  await owner.end()
  await other.close()
  await product.close()
})

/** Records the block in the ledger as if the process had crashed before ending the sessions. */
async function blockAndCrash({ user }: Person): Promise<void> {
  const command = { id: commandId('test', `block ${user.id}`), request: { type: 'BlockUser' }, at: new Date() }
  const meta = { ...productMeta('test', command), actor: { id: 'f'.repeat(32), role: 'super-admin' as const } }
  expect((await product.services.accounts.execute(user.id, { type: 'BlockUser' }, meta)).accepted).toBe(true)
}

test('a block whose process crashed ends the session once folded, before an unannounced end is noticed', async () => {
  const { sessions } = other.services
  /** True if the blocked account's session was gone while the session deleted without notice was still cached. */
  async function isTold(): Promise<boolean> {
    const [blocked, deleted] = [await product.signUp(), await product.signUp()]
    // together, so that both would be re-read at the same time
    await Promise.all([blocked, deleted].map(({ token }) => sessions.find(token)))
    await blockAndCrash(blocked)
    await product.services.pool.query('delete from app.session where account_id = $1', [deleted.user.id])
    return until(() => {
      const [isOver, isLeft] = [!sessions.cached(blocked.token), Boolean(sessions.cached(deleted.token))]
      return isOver && { isLeft }
    }).then(({ isLeft }) => isLeft)
  }
  let told = false
  // a machine that stalls for a second hears nothing meanwhile and re-reads both, so it is tried again
  for (let attempts = 3; attempts > 0 && !told; attempts--) told = await isTold()
  expect(told).toBe(true)
})

test('while the one listening connection hangs, no session is trusted for longer than a second', async () => {
  const { sessions } = other.services
  expect(listening).toHaveLength(1)
  const [blocked, goesOn] = [await product.signUp(), await product.signUp()]
  await Promise.all([blocked, goesOn].map(({ token }) => sessions.find(token)))
  process.kill(listening[0]!, 'SIGSTOP')
  try {
    await blockAndCrash(blocked)
    await until(() => !sessions.cached(blocked.token) && !sessions.cached(goesOn.token))
    expect((await sessions.find(goesOn.token))?.accountId).toBe(goesOn.user.id)
  } finally {
    process.kill(listening[0]!, 'SIGCONT')
  }
})
