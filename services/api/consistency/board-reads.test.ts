// Public reads of games wait for what the caller has seen, and for nothing that does not answer.
import { afterAll, afterEach, beforeAll, expect, test, vi } from 'vitest'
import { type Call, type Person, startTestProduct, type TestProduct } from '../testing/product.ts'

let product: TestProduct
let admin: Person
let bettor: Person
beforeAll(async () => {
  product = await startTestProduct()
  admin = await product.anAdmin(100)
  bettor = await product.aBettor(admin, 10)
})
afterAll(() => product.close())
afterEach(() => {
  vi.restoreAllMocks()
})

const LISTS = ['', '?upcoming=true', '?gamesOfDay=true', '/live', '/soccer', '/results']
const never = new Promise<never>(() => undefined)
const answers = async (asking: Call) => {
  const replies = await Promise.all(LISTS.map((path) => product.call(`/api/sports${path}`, asking)))
  return [...new Set(replies.map(({ status, body }) => (status === 200 ? 'shown' : body.code)))]
}

test('are answered to somebody whose session cannot be looked up', async () => {
  const { sessions } = product.services
  vi.spyOn(sessions, 'find').mockRejectedValue(new Error('Postgres is away'))
  expect(await answers({ token: bettor.token })).toEqual(['shown'])
  vi.spyOn(sessions, 'find').mockReturnValue(never)
  expect(await answers({ token: bettor.token })).toEqual(['shown'])
})

test('are answered to an admin while the board cannot be read, but not as of a position', async () => {
  const { body } = await product.admin(admin.token, { action: 'blockUser', targetUsername: bettor.user.username })
  vi.spyOn(product.board, 'caughtUp').mockReturnValue(never)
  expect(await answers({ token: admin.token })).toEqual(['shown'])
  const headers = { 'x-ledger-position': body.position as string }
  expect(await answers({ headers })).toEqual(['reads_behind'])
})
