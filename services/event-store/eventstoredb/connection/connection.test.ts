// One connection to nodes that lead, follow, are down, or do not answer.
import { status } from '@grpc/grpc-js'
import { afterEach, describe, expect, test } from 'vitest'
import { type EncodedEvent, StoreUnavailable } from '../../port.ts'
import { retryRead } from '../read/resilient-read.ts'
import { fakeNode, notLeader } from '../testing/fake-node.ts'
import { AccessRefused } from '../wire/failures.ts'
import { StreamNames } from '../wire/stream-names.ts'
import { Connection } from './connection.ts'
import { LogIdentity } from './log-identity.ts'

const SOON_MS = 30_000
const event: EncodedEvent = { version: 0, type: 'Noted', id: '0'.repeat(32), hash: '0'.repeat(64), body: '{}' }
const recorded = (position: string) => ({
  resolved: { event: { stream: { utf8: Buffer.from('ledger') }, position, metadata: { type: 'Noted' } } },
})

describe('a connection', () => {
  const closing: (() => void)[] = []
  afterEach(() => {
    for (const close of closing.splice(0).reverse()) close()
  })

  async function node(behaviour?: Parameters<typeof fakeNode>[0]) {
    const one = await fakeNode(behaviour)
    closing.push(() => one.close())
    return one
  }

  function connectTo(addresses: readonly string[], answerMs = SOON_MS, identity = new LogIdentity()) {
    const connection = new Connection(
      `esdb://${addresses.join(',')}?tls=false`,
      new StreamNames(''),
      identity,
      answerMs,
    )
    closing.push(() => connection.close())
    const last = (withinMs = SOON_MS) =>
      retryRead(connection, Date.now() + withinMs, ({ reader }) => reader.lastOfAll())
    return { connection, last }
  }

  test('moves on to the leader that a node names', async () => {
    const leader = await node({
      read: (call) => {
        call.write(recorded('7'))
        call.end()
      },
    })
    const follower = await node({ read: (call) => void call.emit('error', notLeader(leader.address)) })
    const { last } = connectTo([follower.address])
    expect(await last()).toMatchObject({ stream: 'ledger', position: '7' })
    expect(leader.calls.at(-1)!.get('requires-leader')).toEqual(['true'])
  })

  test('moves on to the next node if one is down', async () => {
    const away = await node()
    away.close()
    const there = await node()
    const { last } = connectTo([away.address, there.address])
    expect(await last()).toBeNull()
  })

  test('returns to the named nodes if the leader is down', async () => {
    const leader = await node()
    let leads = leader.address
    const other = await node({
      read: (call) => (leads === '' ? call.end() : void call.emit('error', notLeader(leads))),
    })
    const { last } = connectTo([other.address])
    expect(await last()).toBeNull()
    leader.close()
    leads = ''
    expect(await last()).toBeNull()
    expect(other.calls.length).toBeGreaterThan(2)
  })

  test('reports in time that nobody answers', async () => {
    const away = await node()
    away.close()
    await expect(connectTo([away.address]).last(300)).rejects.toThrow(StoreUnavailable)
    const silent = await node({ read: () => undefined })
    await expect(connectTo([silent.address], 100).last(300)).rejects.toThrow(StoreUnavailable)
  })

  test('is closed if an append is not answered, and opened again', async () => {
    const silent = await node()
    const { connection } = connectTo([silent.address], 100)
    const link = await connection.link(Date.now() + SOON_MS)
    expect(await connection.send('s', -1, [event])).toMatchObject({ kind: 'unknown' })
    expect(await connection.send('s', -1, [event])).toMatchObject({ kind: 'not-handled' })
    const next = await connection.link(Date.now() + SOON_MS)
    expect(next).not.toBe(link)
    expect(next.appends.isOpen).toBe(true)
  })

  test('is kept if a read is late but the server answers another', async () => {
    let reads = 0
    const slow = await node({ read: (call) => (reads++ === 0 ? undefined : call.end()) })
    const { connection } = connectTo([slow.address], 1_000)
    const link = await connection.link(Date.now() + SOON_MS)
    await expect(link.reader.last('ledger')).rejects.toThrow(StoreUnavailable)
    await connection.probe(link)
    expect(await connection.link(Date.now() + SOON_MS)).toBe(link)
  })

  test('is opened once for all who wait for it, and not after it was closed', async () => {
    const one = await node()
    const { connection } = connectTo([one.address])
    const links = await Promise.all([1, 2, 3].map(() => connection.link(Date.now() + SOON_MS)))
    expect(new Set(links).size).toBe(1)
    connection.close()
    await expect(connection.link(Date.now() + SOON_MS)).rejects.toThrow('closed')
  })

  test('is not used if it was closed while being opened', async () => {
    const identity = new LogIdentity()
    const [checking, checked] = [Promise.withResolvers<void>(), Promise.withResolvers<void>()]
    const check = () => {
      checking.resolve()
      return checked.promise
    }
    const one = await node()
    const { connection } = connectTo([one.address], SOON_MS, Object.assign(identity, { check }))
    const linking = connection.link(Date.now() + SOON_MS)
    await checking.promise
    connection.close()
    checked.resolve()
    await expect(linking).rejects.toThrow('closed')
  })

  test('is not retried if the credentials are refused', async () => {
    const refused = { code: status.PERMISSION_DENIED, details: 'Access Denied' }
    const strict = await node({ read: (call) => void call.emit('error', refused) })
    await expect(connectTo([strict.address]).last()).rejects.toThrow(AccessRefused)
    expect(strict.calls.length).toBeLessThan(5)
  })
})
