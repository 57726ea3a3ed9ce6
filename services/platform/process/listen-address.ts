// The address that the product is going to have.
import { createServer } from 'node:net'
import { setTimeout as pause } from 'node:timers/promises'

/** Throws one line where somebody else listens there; `patienceMs` where a predecessor may still be letting it go. */
export async function expectFreePort(host: string, port: number, patienceMs: number): Promise<void> {
  for (const end = performance.now() + patienceMs; ; await pause(100)) {
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

/** As a browser on this machine takes it. */
export function addressOf(host: string, port: number): string {
  const everywhere = host === '0.0.0.0' || host === '::'
  const name = everywhere ? 'localhost' : host.includes(':') ? `[${host}]` : host
  return `http://${name}:${port}`
}
