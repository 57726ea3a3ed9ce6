import { createEventSource, type EventSourceClient } from 'eventsource-client'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { Push } from '#services/contract/contract.ts'
import { newId, type Person, single, startTestProduct, type TestProduct, until } from '../../testing/product.ts'

type Kind = Push['kind']
type Of<K extends Kind> = Extract<Push, { kind: K }>
type Stream = {
  readonly pushes: Push[]
  readonly source: EventSourceClient
  of<K extends Kind>(kind: K): Of<K>[]
  close(): void
}

describe('GET /api/stream', () => {
  let product: TestProduct
  let admin: Person
  const open: Stream[] = []
  beforeAll(async () => {
    product = await startTestProduct()
    admin = await product.anAdmin(10_000)
  })
  afterAll(async () => {
    for (const stream of open) stream.close()
    await product.close()
  })

  function listen(topics: string, token?: string, lastEventId?: string): Stream {
    const pushes: Push[] = []
    const source = createEventSource({
      url: `${product.origin}/api/stream?topics=${topics}`,
      headers: token === undefined ? {} : { authorization: `Bearer ${token}` },
      ...(lastEventId === undefined ? {} : { initialLastEventId: lastEventId }),
      onMessage: ({ data }) => pushes.push(Push.parse(JSON.parse(data))),
    })
    const stream: Stream = {
      pushes,
      source,
      of: <K extends Kind>(kind: K) => pushes.filter((push): push is Of<K> => push.kind === kind),
      close: () => source.close(),
    }
    open.push(stream)
    return stream
  }
  const greeted = async (stream: Stream) => {
    await until(() => stream.of('hello').length > 0)
    return stream
  }

  test('tells everybody to fetch again when a league is hidden, and sends none of its games from then on', async () => {
    const event = product.newGame({ league: 'icehockey_nhl' })
    const stream = listen(`live,event:${event}`)
    await until(() => stream.of('hello').length > 0)
    product.board.hide('icehockey_nhl')
    await until(() => stream.of('reset').length > 0)
    product.board.put({ id: event })
    product.board.hide()
    await until(() => stream.of('reset').length > 1)
    expect(stream.of('game')).toEqual([])
    product.board.put({ id: event })
    await until(() => stream.of('game').some(({ game }) => game.id === event))
  })

  test('sends the time first', async () => {
    const stream = await greeted(listen('live'))
    expect(stream.pushes[0]).toMatchObject({ kind: 'hello', clock: { speed: 1 } })
  })

  test('sends changed games to those who follow them', async () => {
    const [one, other] = [newId(), newId()]
    const live = await greeted(listen('live'))
    const event = await greeted(listen(`event:${one}`))
    product.board.put({ id: other })
    product.board.put({ id: one })
    await until(() => event.of('game').length > 0 && live.of('game').length >= 2)
    expect(event.of('game').map(({ topic, game }) => [topic, game.id])).toEqual([[`event:${one}`, one]])
    expect(live.of('game').map(({ topic, game }) => [topic, game.id])).toEqual([
      ['live', other],
      ['live', one],
    ])
    expect(live.of('account')).toEqual([])
  })

  test('sends the latest of many changes', async () => {
    const id = newId()
    const stream = await greeted(listen(`event:${id}`))
    for (let n = 1; n <= 50; n++)
      product.board.put({ id, prices: { home: { odds: `${n + 1}.00` }, away: { odds: '2.00' } } })
    await until(() => stream.of('game').some(({ game }) => game.odds?.home === 51))
    expect(stream.of('game').length).toBeLessThan(5)
  })

  test('tells a bettor of balance and bets, and nobody else', async () => {
    const [bettor, other] = [await product.aBettor(admin, 50), await product.aBettor(admin, 50)]
    const mine = await greeted(listen('me', bettor.token))
    const theirs = await greeted(listen('me', other.token))
    await until(() => mine.of('account').length > 0 && theirs.of('account').length > 0)
    const before = theirs.of('account').length
    const id = newId()
    product.board.put({ id })
    await product.call('/api/bets/place-bet', { token: bettor.token, body: single(id, 20) })
    await until(() => mine.of('account').some(({ user }) => user.balance === '30.00'))
    expect(mine.of('account').at(-1)!.user.id).toBe(bettor.user.id)
    expect(mine.of('bets').length).toBeGreaterThan(0)
    expect(theirs.of('account').slice(before)).toEqual([])
  })

  test('tells admins that something changed', async () => {
    const stream = await greeted(listen('admin,me', admin.token))
    await until(() => stream.of('admin').length > 0)
    const before = stream.of('admin').length
    await product.aBettor(admin, 10)
    await until(() => stream.of('admin').length > before)
  })

  test('is open to anybody for games, to nobody for somebody else’s account', async () => {
    const bettor = await product.signUp()
    const status = async (topics: string, token?: string) => {
      const call = await product.call(`/api/stream?topics=${topics}`, { token: token ?? null })
      return [call.status, call.body.code]
    }
    expect(await status('me')).toEqual([401, 'unauthorized'])
    expect(await status('live,admin')).toEqual([401, 'unauthorized'])
    expect(await status('live', 'x'.repeat(43))).toEqual([401, 'unauthorized'])
    expect(await status('admin', bettor.token)).toEqual([403, 'not_an_admin'])
  })

  test('leaves out an event that cannot exist, and follows the rest', async () => {
    const id = newId()
    product.newGame({ id })
    const stream = await greeted(listen(`event:abc,event:,event:${id.toUpperCase()},event:${id}`))
    product.board.put({ id, closed: true })
    await until(() => stream.of('game').some(({ game }) => game.id === id))
    const { status, body } = await product.call('/api/stream?topics=live,weather')
    expect([status, body.code]).toEqual([400, 'invalid_request'])
  })

  test('ends with its session', async () => {
    const bettor = await product.aBettor(admin, 0)
    const stream = await greeted(listen('me', bettor.token))
    const second = await product.signIn(bettor.user.username, bettor.password)
    const signedOut = await greeted(listen('live', second.token))
    const ended: string[] = []
    for (const [name, { source }] of Object.entries({ stream, signedOut })) {
      void (async () => {
        await until(() => source.readyState !== 'open')
        ended.push(name)
        source.close()
      })()
    }
    await product.auth({ action: 'signout' }, { token: second.token })
    await until(() => ended.includes('signedOut'))
    expect(ended).toEqual(['signedOut'])
    await product.admin(admin.token, { action: 'blockUser', targetUsername: bettor.user.username })
    await until(() => ended.includes('stream'))
  })

  test('sends a client that reconnects what changed meanwhile, and nothing else', async () => {
    const [seen, missed] = [newId(), newId()]
    const first = await greeted(listen('live'))
    product.board.put({ id: seen })
    await until(() => first.of('game').length > 0)
    const lastEventId = first.source.lastEventId!
    first.close()
    product.board.put({ id: missed })
    const second = await greeted(listen('live', undefined, lastEventId))
    await until(() => second.of('game').length > 0)
    expect(second.of('game').map(({ game }) => game.id)).toEqual([missed])
    expect(second.of('reset')).toEqual([])
  })

  test.each(['another-1', 'nonsense', '0-99999999'])(
    'a client that reconnects from %s fetches again',
    async (lastEventId) => {
      const stream = await greeted(listen('live', undefined, lastEventId))
      await until(() => stream.of('reset').length > 0)
    },
  )

  test('a client that does not read costs only the ids of what changed', async () => {
    const id = newId()
    const reply = await fetch(`${product.origin}/api/stream?topics=live`)
    const hub = product.services.hub
    const before = hub.size
    const league = 'x'.repeat(5_000)
    for (let round = 0; round < 60; round++) {
      product.board.put({ id, league: `soccer_${league}${round}` })
      for (let n = 0; n < 20; n++) product.board.put({ id: newId(), league: `soccer_${league}` })
      await new Promise((resolve) => setImmediate(resolve))
    }
    expect(hub.size).toBe(before)
    await reply.body!.cancel()
    await until(() => hub.size === before - 1)
  })
})
