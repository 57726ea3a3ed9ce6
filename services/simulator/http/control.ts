// Routes besides the provider's: the clock, and the script of faults. For this machine only.

import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify'
import { z } from 'zod'
import type { Faults } from '../faults/faults.ts'
import { Entry, scripted } from '../faults/script.ts'
import type { Feed } from '../feed/feed.ts'
import { leagueOf } from '../schedule/leagues.ts'
import type { SimulatorOptions } from './options.ts'

const Entries = z.union([Entry.transform((entry) => [entry]), z.array(Entry).min(1).max(10_000)])
const NewClock = z.strictObject({ now: z.iso.datetime() })
const LOOPBACK = /^(::1|(::ffff:)?127\.\d+\.\d+\.\d+)$/

type Options = Pick<SimulatorOptions, 'now' | 'speed' | 'setNow' | 'seed'>

export function addControlRoutes(app: FastifyInstance, options: Options, feed: Feed, faults: Faults): void {
  const { now, setNow } = options
  const clock = () => ({ now: now().toISOString(), speed: options.speed?.() ?? 1, seed: options.seed })
  const script = () => ({ faults: faults.level, entries: faults.script })

  app.register(async (control) => {
    control.addHook('onRequest', async (request: FastifyRequest, reply: FastifyReply) => {
      if (LOOPBACK.test(request.socket.remoteAddress ?? '')) return
      await reply.code(403).send({ message: 'Only from this machine' })
    })
    control.get('/__sim/clock', () => clock())
    control.post('/__sim/clock', (request, reply) => {
      if (setNow === undefined) return reply.code(409).send({ message: 'The clock runs by itself and cannot be set' })
      const parsed = NewClock.safeParse(request.body)
      if (!parsed.success) return reply.code(400).send({ message: z.prettifyError(parsed.error) })
      setNow(new Date(parsed.data.now))
      return clock()
    })
    control.get('/__sim/script', () => script())
    control.post('/__sim/script', (request, reply) => {
      const parsed = Entries.safeParse(request.body)
      if (!parsed.success) return reply.code(400).send({ message: z.prettifyError(parsed.error) })
      const instant = now()
      const entries = []
      for (const entry of parsed.data) {
        const game = 'fixture' in entry ? feed.find(entry.fixture, instant.getTime())?.game : undefined
        if ('fixture' in entry && game === undefined) {
          return reply.code(404).send({ message: `No game is listed as ${entry.fixture}` })
        }
        if ('league' in entry && entry.league !== undefined && leagueOf(entry.league) === undefined) {
          return reply.code(404).send({ message: `No league is called ${entry.league}` })
        }
        entries.push(scripted(entry, game, instant))
      }
      faults.add(entries)
      return reply.code(201).send(script())
    })
    control.delete('/__sim/script', () => {
      faults.clear()
      return script()
    })
  })
}
