// Tells whether betting has stopped everywhere. Each api process confirms once it has read the new rules and no bet is
// being decided by older ones. They ask each other over NOTIFY; nothing is stored.
import { randomBytes } from 'node:crypto'
import type pg from 'pg'
import type { Peers } from '../consistency/peers.ts'

export const STOP_CHANNEL = 'fairbook_stops'
type Message = { readonly ask: string; readonly from: string } | { readonly settled: string; readonly from: string }

/** If it is not certain that all other processes are known, any that exist will have answered after this time. */
const UNSURE_MS = 1_000
/** How long to wait for processes that do not answer: dead, cut off, or with an event store that hangs. */
const GIVE_UP_MS = 8_000
const CHECK_MS = 50

/** What an admin is told if a process has not confirmed in time. */
export const NOT_EVERYWHERE = 'One process has not confirmed it yet: a bet that it was accepting may still be recorded.'

export type StopBarrier = {
  /** Resolves once no process decides by rules older than this call. False if one has not confirmed in time. */
  passed(): Promise<boolean>
  /** Handles a payload of STOP_CHANNEL. */
  onNotification(payload: string): void
}

export function createStopBarrier(parts: {
  readonly pool: Pick<pg.Pool, 'query'>
  readonly peers: Pick<Peers, 'id' | 'others'>
  /** Resolves once this process decides by current rules only. */
  readonly settled: () => Promise<void>
}): StopBarrier {
  const { pool, peers, settled } = parts
  /** By question: which processes have answered, and how to wake the waiting call. */
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
      // if the rules cannot be read or the answer cannot be sent, the asking process gives up after a while
      else {
        void settled()
          .then(() => send({ settled: message.ask, from: peers.id }))
          .catch(() => undefined)
      }
    },
  }
}
