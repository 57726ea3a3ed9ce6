// A free port of this machine.
import { createServer } from 'node:net'

/** `wanted` if it is free, otherwise any other. */
export function freePort(wanted = 0): Promise<number> {
  return bind(wanted).catch(() => bind(0))
}

function bind(port: number): Promise<number> {
  return new Promise((resolve, reject) => {
    const server = createServer()
    server.once('error', reject)
    server.listen(port, '127.0.0.1', () => {
      const bound = (server.address() as { port: number }).port
      server.close(() => resolve(bound))
    })
  })
}
