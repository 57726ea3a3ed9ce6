// Repeated bets, and many bets at once.
import { describe, expect, test } from 'vitest'
import { stageForBetting } from '../../../testing/betting.ts'
import { newId, single } from '../../../testing/product.ts'

const PLACE = '/api/bets/place-bet'

describe('POST /api/bets/place-bet, repeated and concurrent', () => {
  const stage = stageForBetting()
  const { aBettor, betsOf, game, place } = stage

  describe('with an idempotency key', () => {
    test('the same request fifty times at once places one bet', async () => {
      const bettor = await aBettor(100)
      const id = game()
      const key = newId()
      const replies = await Promise.all(Array.from({ length: 50 }, () => place(bettor.token, single(id, 10), key)))
      expect(new Set(replies.map((reply) => reply.status))).toEqual(new Set([200]))
      expect(new Set(replies.map((reply) => reply.text)).size).toBe(1)
      expect(await betsOf(bettor.user.id)).toHaveLength(1)
      expect(replies[0]!.body.newBalance).toBe(90)
    })

    test('the same request later, in another process, with other prices, gets the first reply', async () => {
      const bettor = await aBettor(100)
      const id = game()
      const key = newId()
      const first = await place(bettor.token, single(id, 10), key)
      await place(bettor.token, single(id, 5))
      stage.product.board.put({ id, prices: { home: { odds: '9.00' } } })
      const again = await place(bettor.token, single(id, 10), key)
      expect([again.status, again.text]).toEqual([200, first.text])
      stage.product.board.retire(id)
      const other = await stage.product.another()
      try {
        const elsewhere = await fetch(`${other.origin}${PLACE}`, {
          method: 'POST',
          headers: {
            'content-type': 'application/json',
            authorization: `Bearer ${bettor.token}`,
            'idempotency-key': key,
          },
          body: JSON.stringify(single(id, 10)),
        })
        expect([elsewhere.status, await elsewhere.text()]).toEqual([200, first.text])
      } finally {
        await other.close()
      }
      expect(await betsOf(bettor.user.id)).toHaveLength(2)
    })

    test('another request under the same key is a conflict', async () => {
      const bettor = await aBettor(100)
      const id = game()
      const key = newId()
      await place(bettor.token, single(id, 10), key)
      const { status, body } = await place(bettor.token, single(id, 11), key)
      expect([status, body.code]).toEqual([409, 'key_reused'])
      expect(body.error).toBe('This idempotency key was used for another request')
    })

    test('keys belong to their sender', async () => {
      const [one, two] = [await aBettor(100), await aBettor(100)]
      const id = game()
      expect((await place(one.token, single(id, 10), 'key')).status).toBe(200)
      expect((await place(two.token, single(id, 11), 'key')).status).toBe(200)
    })

    test('a refusal is not remembered', async () => {
      const bettor = await aBettor(5)
      const id = game()
      const key = newId()
      expect((await place(bettor.token, single(id, 10), key)).body.code).toBe('insufficient_funds')
      await stage.product.admin(stage.admin.token, {
        action: 'updateBalance',
        userId: bettor.user.id,
        amountToAdd: 10,
        balanceType: 'deposit',
      })
      expect((await place(bettor.token, single(id, 10), key)).status).toBe(200)
    })

    test.each(['', 'x'.repeat(256), 'schlüssel', 'a\tb'])('refuses the key %j', async (key) => {
      const bettor = await aBettor(5)
      const { status, body } = await place(bettor.token, single(game(), 1), key)
      expect([status, body.code]).toEqual([400, 'idempotency_key_invalid'])
    })
  })

  test('of 200 simultaneous bets for the same last 10 euros one wins', async () => {
    const bettor = await aBettor(10)
    const id = game()
    const replies = await Promise.all(Array.from({ length: 200 }, () => place(bettor.token, single(id, 10))))
    const won = replies.filter((reply) => reply.status === 200)
    expect(won).toHaveLength(1)
    expect(won[0]!.body.newBalance).toBe(0)
    for (const reply of replies) {
      if (reply === won[0]) continue
      expect([reply.status, reply.body]).toEqual([
        409,
        {
          success: false,
          code: 'insufficient_funds',
          error: 'Insufficient funds. Please deposit more funds to place this bet.',
        },
      ])
    }
    expect(await betsOf(bettor.user.id)).toHaveLength(1)
  })

  test('two processes never accept more than the balance, nor refuse what it covers', async () => {
    const bettor = await aBettor(10)
    const id = game()
    const other = await stage.product.another()
    try {
      const at = (origin: string) =>
        fetch(`${origin}${PLACE}`, {
          method: 'POST',
          headers: { 'content-type': 'application/json', authorization: `Bearer ${bettor.token}` },
          body: JSON.stringify(single(id, 1)),
        }).then((reply) => reply.status)
      const statuses = await Promise.all(
        Array.from({ length: 40 }, (_, n) => at(n % 2 === 0 ? stage.product.origin : other.origin)),
      )
      expect(statuses.filter((status) => status === 200)).toHaveLength(10)
      expect(statuses.filter((status) => status === 409)).toHaveLength(30)
    } finally {
      await other.close()
    }
  })

  test('a session reads its own bets at once', async () => {
    const bettor = await aBettor(100)
    const id = game()
    for (let n = 1; n <= 10; n++) {
      await place(bettor.token, single(id, 1))
      const { text } = await stage.product.call('/api/bets/my-bets', { token: bettor.token })
      expect(JSON.parse(text)).toHaveLength(n)
    }
  })
})
