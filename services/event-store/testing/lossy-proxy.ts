// For tests: a proxy to Postgres that loses replies.
import { connect, createServer, type Server, type Socket } from 'node:net'

export type LossyProxy = {
  /** The connection string, by way of the proxy. */
  readonly url: string
  /** The next append is carried out and committed, but its reply is lost and the connection breaks. */
  loseNextAnswer(): void
  /** The next append breaks the connection before it reaches the server. */
  loseNextAppend(): void
  /** Lets nobody through and breaks open connections, until it is set back. */
  setDown(down: boolean): void
  close(): Promise<void>
}

export async function lossyProxy(target: string): Promise<LossyProxy> {
  const { hostname, port } = new URL(target)
  const sockets = new Set<Socket>()
  let lose: 'answer' | 'append' | null = null
  let down = false

  const join = (client: Socket) => {
    if (down) return void client.destroy()
    const server = connect(Number(port), hostname)
    const end = () => {
      client.destroy()
      server.destroy()
    }
    let losing = false
    for (const socket of [client, server]) {
      sockets.add(socket)
      socket.setNoDelay(true)
      socket.on('error', end)
      socket.on('close', () => {
        sockets.delete(socket)
        end()
      })
    }
    client.on('data', (data) => {
      const isAppend = lose !== null && data.includes('log-append')
      if (isAppend && lose === 'append') {
        lose = null
        return end()
      }
      if (isAppend) {
        lose = null
        losing = true
      }
      server.write(data)
    })
    server.on('data', (data) => {
      // the server replies after its commit
      if (losing) end()
      else client.write(data)
    })
  }

  const listening: Server = createServer(join)
  await new Promise<void>((resolve) => listening.listen(0, '127.0.0.1', resolve))
  const url = new URL(target)
  url.port = String((listening.address() as { port: number }).port)
  return {
    url: url.href,
    loseNextAnswer() {
      lose = 'answer'
    },
    loseNextAppend() {
      lose = 'append'
    },
    setDown(value) {
      down = value
      if (down) for (const socket of sockets) socket.destroy()
    },
    async close() {
      for (const socket of sockets) socket.destroy()
      await new Promise((resolve) => listening.close(resolve))
    },
  }
}
