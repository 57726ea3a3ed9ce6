// A proxy to EventStoreDB that loses replies, for tests. It reads the HTTP/2 frames, so the server must be without TLS.
import { connect, createServer, type Server, type Socket } from 'node:net'
import { Frames } from './http2-frames.ts'

export type LossyProxy = {
  /** The connection string, by way of the proxy. */
  readonly url: string
  /** The next append is carried out, but its reply is lost and the connection breaks; with `thenDown`, for good. */
  loseNextAnswer(thenDown?: boolean): void
  /** The next append breaks the connection before it reaches the server. */
  loseNextAppend(): void
  /** Breaks open connections. */
  cut(): void
  /** Lets nobody through and breaks open connections, until it is set back. */
  setDown(down: boolean): void
  /** Open connections pass nothing on any more, and do not break; new ones work: a network that has lost its route. */
  strand(): void
  /** Passes nothing on in either direction, and breaks nothing, until it is set back: a frozen server. */
  setSilent(silent: boolean): void
  close(): Promise<void>
}

/**
 * Only appends contain the content type of their events in plain bytes; near its beginning a message has its
 * correlation id.
 */
const APPEND_MARK = 'content-type'
const CORRELATION = /[0-9a-f]{8}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{12}/

/** `target`: the connection string of one server without TLS. */
export async function lossyProxy(target: string): Promise<LossyProxy> {
  const address = /^[^:]+:\/\/(?:[^@/]*@)?([^:/?,]+)(?::(\d+))?([/?].*)?$/.exec(target)
  if (!address || !/tls=false/i.test(target)) {
    throw new Error('these tests break connections on purpose: they need one server, without TLS (esdb://…?tls=false)')
  }
  const [, host, port = '2113', settings = ''] = address
  const sockets = new Set<Socket>()
  const paused = new Set<() => void>()
  let lose: 'answer' | 'append' | null = null
  let down = false
  let downAfter = false
  let silent = false
  /** Connections of an earlier generation are stranded. */
  let generation = 0

  const join = (client: Socket) => {
    if (down) return void client.destroy()
    const server = connect(Number(port), host)
    const end = () => {
      client.destroy()
      server.destroy()
    }
    for (const socket of [client, server]) {
      sockets.add(socket)
      socket.setNoDelay(true)
      socket.on('error', end)
      socket.on('close', () => {
        sockets.delete(socket)
        end()
      })
    }
    let losing: Buffer | null = null
    const asked = new Frames('client')
    const answered = new Frames('server')
    const onClient = (data: Buffer) => {
      const append = asked.add(data).find((payload) => payload.includes(APPEND_MARK))
      if (append && lose === 'append') {
        lose = null
        return end()
      }
      if (append && lose === 'answer') {
        lose = null
        losing = Buffer.from(CORRELATION.exec(append.toString('latin1'))![0])
      }
      server.write(data)
    }
    const onServer = (data: Buffer) => {
      const payloads = answered.add(data)
      const lost = losing
      if (!lost || !payloads.some((payload) => payload.includes(lost))) return void client.write(data)
      down ||= downAfter
      end()
    }
    const held: [(data: Buffer) => void, Buffer][] = []
    const ownGeneration = generation
    const pass = (on: (data: Buffer) => void) => (data: Buffer) => {
      if (ownGeneration !== generation) return
      if (silent) held.push([on, data])
      else on(data)
    }
    client.on('data', pass(onClient))
    server.on('data', pass(onServer))
    paused.add(() => {
      for (const [on, data] of held.splice(0)) on(data)
    })
  }

  const listening: Server = createServer(join)
  await new Promise<void>((resolve) => listening.listen(0, '127.0.0.1', resolve))
  const cut = () => {
    for (const socket of sockets) socket.destroy()
  }
  return {
    url: `esdb://127.0.0.1:${(listening.address() as { port: number }).port}${settings}`,
    loseNextAnswer(thenDown = false) {
      lose = 'answer'
      downAfter = thenDown
    },
    loseNextAppend() {
      lose = 'append'
    },
    cut,
    setDown(value) {
      down = value
      if (down) cut()
    },
    strand() {
      generation += 1
    },
    setSilent(value) {
      silent = value
      if (!silent) for (const release of paused) release()
    },
    async close() {
      cut()
      await new Promise((resolve) => listening.close(resolve))
    },
  }
}
