// The simulated provider on a port of its own, played by the clock that it is given.
import type { AddressInfo } from 'node:net'
import { createSimulator, type SimulatorOptions } from '#services/simulator/http/server.ts'

export type Listening = { readonly baseUrl: string; close(): Promise<void> }

export async function listenSimulator(options: SimulatorOptions): Promise<Listening> {
  const app = createSimulator(options)
  await app.listen({ host: '127.0.0.1', port: 0 })
  return {
    baseUrl: `http://127.0.0.1:${(app.server.address() as AddressInfo).port}`,
    async close() {
      app.server.closeAllConnections()
      await app.close()
    },
  }
}
