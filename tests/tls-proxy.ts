// Postgres behind TLS, as managed ones are, for tests: the negotiation is Postgres's own, the certificate is made for
// the test.
import { execFileSync, spawnSync } from 'node:child_process'
import { once } from 'node:events'
import { mkdtempSync, readFileSync, rmSync } from 'node:fs'
import { type AddressInfo, connect, createServer, type Socket } from 'node:net'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { pipeline } from 'node:stream'
import { TLSSocket } from 'node:tls'

export const hasOpenssl = spawnSync('openssl', ['version']).status === 0

/** The length of what a client sends first to ask for TLS, and the reply that it may begin. */
const SSL_REQUEST_BYTES = 8
const YES = 'S'

export type TlsProxy = {
  /** URL of the same database. */
  readonly url: string
  close(): Promise<void>
}

/** `direct`: the URL of a database that is reached without TLS. */
export async function startTlsProxy(direct: string): Promise<TlsProxy> {
  const identity = makeCertificate()
  const { hostname, port } = new URL(direct)
  const sockets = new Set<Socket>()
  const server = createServer((client) => {
    sockets.add(client)
    client.once('readable', () => {
      client.read(SSL_REQUEST_BYTES)
      client.write(YES)
      const secure = new TLSSocket(client, { isServer: true, ...identity })
      const database = connect(Number(port), hostname)
      sockets.add(database)
      pipeline(secure, database, secure, () => undefined)
    })
  })
  await once(server.listen(0, '127.0.0.1'), 'listening')
  const through = new URL(direct)
  through.port = String((server.address() as AddressInfo).port)
  through.searchParams.set('sslmode', 'no-verify')
  return {
    url: through.href,
    async close() {
      for (const socket of sockets) socket.destroy()
      await new Promise((resolve) => server.close(resolve))
    },
  }
}

/** For 127.0.0.1, self-signed. */
export function makeCertificate(): { readonly key: string; readonly cert: string } {
  const folder = mkdtempSync(join(tmpdir(), 'fairbook-tls-'))
  const [key, cert] = [join(folder, 'key.pem'), join(folder, 'cert.pem')]
  try {
    const kind = [
      'req',
      '-x509',
      '-newkey',
      'ec',
      '-pkeyopt',
      'ec_paramgen_curve:P-256',
      '-nodes',
      '-subj',
      '/CN=127.0.0.1',
      '-addext',
      'subjectAltName=IP:127.0.0.1',
    ]
    execFileSync('openssl', [...kind, '-keyout', key, '-out', cert], { stdio: 'ignore' })
    return { key: readFileSync(key, 'utf8'), cert: readFileSync(cert, 'utf8') }
  } finally {
    rmSync(folder, { recursive: true })
  }
}
