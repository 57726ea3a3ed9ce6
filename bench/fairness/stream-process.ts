// A process that holds event streams: opens as many as ordered, and reopens those that end.
import { connect } from 'node:net'

export type StreamsOrder = {
  readonly port: number
  readonly count: number
  readonly openedPerSecond: number
  /** Headers of the streams, used in turn: an address or session each. */
  readonly openers: readonly Record<string, string>[]
  readonly topics: string
  /** Every n-th stream is not read. */
  readonly deafEvery?: number
}

/** Sent every half second. */
export type StreamsHeld = {
  readonly held: number
  readonly opened: number
  readonly refused: number
  readonly megabytes: number
}

const TICK_MS = 50
const TELL_MS = 500
/** An upper bound for one process. */
const TRIES_MAX = 60_000

function hold({ port, count, openedPerSecond, openers, topics, deafEvery }: StreamsOrder): void {
  const waiting = Array.from({ length: count }, (_, number) => number)
  let [held, opened, refused, tries, bytes] = [0, 0, 0, 0, 0]

  const open = (number: number) => {
    const headers = { Host: 'localhost', ...openers[number % openers.length] }
    const socket = connect(port, '127.0.0.1')
    let accepted = false
    socket.on('error', () => undefined)
    socket.on('data', (chunk: Buffer) => {
      bytes += chunk.length
      if (accepted) return
      accepted = chunk.toString('latin1').startsWith('HTTP/1.1 200')
      if (!accepted) {
        socket.destroy()
        return
      }
      held += 1
      opened += 1
      if (deafEvery !== undefined && number % deafEvery === 0) socket.pause()
    })
    socket.on('close', () => {
      if (accepted) held -= 1
      else refused += 1
      waiting.push(number)
    })
    const lines = Object.entries(headers).map(([name, value]) => `${name}: ${value}\r\n`)
    socket.write(`GET /api/stream?topics=${topics} HTTP/1.1\r\n${lines.join('')}\r\n`)
  }
  setInterval(() => {
    for (let n = 0; n < (openedPerSecond * TICK_MS) / 1_000 && tries < TRIES_MAX; n++) {
      const number = waiting.shift()
      if (number === undefined) return
      tries += 1
      open(number)
    }
  }, TICK_MS)
  setInterval(() => {
    process.send!({ held, opened, refused, megabytes: bytes / 1e6 } satisfies StreamsHeld)
  }, TELL_MS)
}

process.once('disconnect', () => process.exit())
process.once('message', (order) => hold(order as StreamsOrder))
