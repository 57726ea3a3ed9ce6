import type { AddressInfo } from 'node:net'
import type { FastifyInstance } from 'fastify'

export type Listening = { readonly baseUrl: string; close(): Promise<void> }

/** A provider of odds on a port of its own. */
export async function listening(app: Pick<FastifyInstance, 'listen' | 'server' | 'close'>): Promise<Listening> {
  await app.listen({ host: '127.0.0.1', port: 0 })
  return {
    baseUrl: `http://127.0.0.1:${(app.server.address() as AddressInfo).port}`,
    async close() {
      app.server.closeAllConnections()
      await app.close()
    },
  }
}
