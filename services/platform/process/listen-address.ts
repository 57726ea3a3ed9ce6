// The address that the product will listen on.
import { createServer } from 'node:net'
import { setTimeout as pause } from 'node:timers/promises'

/** Throws one line if the port is taken; `waitMs`: how long a predecessor may still need to release it. */
export async function expectFreePort(host: string, port: number, waitMs: number): Promise<void> {
  for (const end = performance.now() + waitMs; ; await pause(100)) {
    const problem = await tryToListen(host, port)
    if (problem === null) return
    if (problem === 'EADDRINUSE' && performance.now() < end) continue
    if (problem === 'EADDRINUSE') throw new Error(`port ${port} is in use: set PORT to another one`)
    throw new Error(`cannot listen on ${host}, port ${port} (${problem}): set HOST and PORT`)
  }
}

function tryToListen(host: string, port: number): Promise<string | null> {
  return new Promise((resolve) => {
    const server = createServer()
    server.once('error', (error: NodeJS.ErrnoException) => resolve(error.code ?? error.message))
    server.listen(port, host, () => server.close(() => resolve(null)))
  })
}

/** The address as a browser on this machine opens it. */
export function addressOf(host: string, port: number): string {
  const everywhere = host === '0.0.0.0' || host === '::'
  const name = everywhere ? 'localhost' : host.includes(':') ? `[${host}]` : host
  return `http://${name}:${port}`
}
