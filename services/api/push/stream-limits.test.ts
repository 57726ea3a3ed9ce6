import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { OpenStreams } from './stream-limits.ts'

type Stream = { name: string; network: string; session: { id: string } | null }
const stream = (name: string, network: string, session: string | null = null): Stream => ({
  name,
  network,
  session: session === null ? null : { id: session },
})

describe('open streams', () => {
  test('of an address are given up by the session with the most there: the others stay', () => {
    const streams = new OpenStreams<Stream>({ perSession: 10, perAddress: 6 })
    const names = (gone: Stream[]) => gone.map(({ name }) => name)
    for (const name of ['anna', 'boris']) streams.add(stream(name, 'office', name))
    for (const name of ['m1', 'm2', 'm3', 'm4']) streams.add(stream(name, 'office', 'mallory'))
    expect(names(streams.add(stream('m5', 'office', 'mallory')))).toEqual(['m1'])
    expect(names(streams.add(stream('anonymous', 'office')))).toEqual(['m2'])
    expect(names(streams.add(stream('clara', 'office', 'clara')))).toEqual(['m3'])
    expect(names(streams.add(stream('elsewhere', 'home', 'anna')))).toEqual([])
  })

  test('of equal holders at an address: the newcomer’s own gives way, else that of the first to come', () => {
    const streams = new OpenStreams<Stream>({ perSession: 10, perAddress: 4 })
    for (const name of ['a1', 'b1', 'a2', 'b2']) streams.add(stream(name, 'office', name[0]!))
    const [own] = streams.add(stream('b3', 'office', 'b'))
    expect(own!.name).toBe('b1')
    const [first] = streams.add(stream('c1', 'office', 'c'))
    expect(first!.name).toBe('a1')
  })

  test('of a session are counted across all addresses', () => {
    const streams = new OpenStreams<Stream>({ perSession: 2, perAddress: 100 })
    streams.add(stream('phone', 'mobile', 'anna'))
    streams.add(stream('laptop', 'home', 'anna'))
    expect(streams.add(stream('desk', 'office', 'anna')).map(({ name }) => name)).toEqual(['phone'])
  })

  test('never exceed a limit, and no more give way than must', () => {
    const step = fc.record({
      network: fc.constantFrom('office', 'home'),
      session: fc.option(fc.constantFrom('anna', 'boris', 'clara')),
      leaves: fc.boolean(),
    })
    const limits = fc.record({ perSession: fc.integer({ min: 1, max: 4 }), perAddress: fc.integer({ min: 1, max: 8 }) })
    fc.assert(
      fc.property(limits, fc.array(step, { maxLength: 60 }), (limits, steps) => {
        const streams = new OpenStreams<Stream>(limits)
        const open = new Set<Stream>()
        const count = (of: (one: Stream) => boolean) => [...open].filter(of).length
        for (const [n, { network, session, leaves }] of steps.entries()) {
          const next = stream(`${n}`, network, session)
          const ownFull = session !== null && count((one) => one.session?.id === session) === limits.perSession
          const before = [...open]
          const there = before.filter((one) => one.network === network)
          const holds = (who: Stream) => there.filter(({ session }) => session?.id === who.session?.id).length
          const gone = streams.add(next)
          for (const one of gone) expect(open.delete(one)).toBe(true)
          expect(gone.length).toBeLessThanOrEqual(ownFull ? 2 : 1)
          // another session's stream gives way only if that session holds the most
          const driven = gone.find((one) => one.session?.id !== next.session?.id)
          if (driven) expect(holds(driven)).toBe(Math.max(...there.map(holds)))
          open.add(next)
          expect(count((one) => one.network === network)).toBeLessThanOrEqual(limits.perAddress)
          if (session !== null)
            expect(count((one) => one.session?.id === session)).toBeLessThanOrEqual(limits.perSession)
          if (leaves) {
            const [oldest] = open
            streams.remove(oldest!)
            open.delete(oldest!)
          }
        }
      }),
    )
  })
})
