// Whether betting has stopped everywhere: each api process says so once it has read what is ruled, and no bet is being decided by
// what it had read before. They ask each other over NOTIFY, and nothing is stored anywhere.
import { randomBytes } from 'node:crypto'
import type pg from 'pg'
import type { Peers } from '../consistency/peers.ts'

export const STOP_CHANNEL = 'fairbook_stops'
type Message = { readonly ask: string; readonly from: string } | { readonly settled: string; readonly from: string }

/** Where it is not certain that all others are known, whoever is there has answered by then. */
const UNSURE_MS = 1_000
/** For others that do not answer: dead or cut off, or with a store that hangs. */
const GIVE_UP_MS = 8_000
const CHECK_MS = 50

/** What an admin is told where one has not said so in time. */
export const NOT_EVERYWHERE = 'One process has not confirmed it yet: a bet that it was accepting may still be recorded.'

export type StopBarrier = {
  /** Resolves once no process decides by rules of before this call; false where one has not said so in time. */
  passed(): Promise<boolean>
  /** Takes a payload of STOP_CHANNEL. */
  onNotification(payload: string): void
}

export function createStopBarrier(parts: {
  readonly pool: Pick<pg.Pool, 'query'>
  readonly peers: Pick<Peers, 'id' | 'others'>
  /** Of this process. */
  readonly settled: () => Promise<void>
}): StopBarrier {
  const { pool, peers, settled } = parts
  /** Who has answered, by question, and whom that wakes. */
  const answers = new Map<string, { readonly answered: Set<string>; wake: () => void }>()
  const send = (message: Message) => pool.query('select pg_notify($1, $2)', [STOP_CHANNEL, JSON.stringify(message)])

  return {
    async passed() {
      const ask = randomBytes(8).toString('hex')
      const answered = new Set<string>()
      const waiting = { answered, wake: () => {} }
      answers.set(ask, waiting)
      const began = performance.now()
      try {
        const [, isSettled] = await Promise.all([
          send({ ask, from: peers.id }),
          settled().then(
            () => true,
            () => false,
          ),
        ])
        if (!isSettled) return false
        for (;;) {
          const { known, certain } = peers.others()
          const elapsed = performance.now() - began
          if (known.every((other) => answered.has(other)) && (certain || elapsed > UNSURE_MS)) return true
          if (elapsed > GIVE_UP_MS) return false
          await new Promise<void>((resolve) => {
            waiting.wake = resolve
            setTimeout(resolve, CHECK_MS)
          })
        }
      } finally {
        answers.delete(ask)
      }
    },
    onNotification(payload) {
      const message = JSON.parse(payload) as Message
      if (message.from === peers.id) return
      if ('settled' in message) {
        const waiting = answers.get(message.settled)
        waiting?.answered.add(message.from)
        waiting?.wake()
      }
      // what cannot be read or sent is missed by the other, who does not wait for ever
      else {
        void settled()
          .then(() => send({ settled: message.ask, from: peers.id }))
          .catch(() => undefined)
      }
    },
  }
}
