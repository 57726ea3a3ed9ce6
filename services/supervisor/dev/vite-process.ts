// The screens in development: Vite with hot reload, which forwards calls to the api at API_URL. A separate process, so
// that it gets no secrets.
import { join } from 'node:path'
import { createServer } from 'vite'
import { announceReady, onStop, refuseToStart } from '#services/platform/process/supervisor-protocol.ts'

const CONFIG = join(import.meta.dirname, '../../../ui/vite.config.ts')
const { HOST = '127.0.0.1', PORT = '3000' } = process.env

const server = await createServer({
  configFile: CONFIG,
  clearScreen: false,
  server: { host: HOST, port: Number(PORT), strictPort: true },
})
await server.listen().catch((error: Error) => refuseToStart(`the screens: ${error.message}`))
onStop(() => server.close())
const address = server.httpServer?.address()
announceReady(typeof address === 'object' && address !== null ? address.port : Number(PORT))
