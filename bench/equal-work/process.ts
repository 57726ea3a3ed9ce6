// The equal-work server in a process of its own, which ends with its parent.
import { buildServer } from './server.ts'

const app = await buildServer(process.env.DATABASE_URL ?? '')
await app.listen({ host: '127.0.0.1', port: 0 })
const address = app.server.address()
process.send?.({ kind: 'ready', port: typeof address === 'object' ? address?.port : 0 })
process.on('disconnect', () => process.exit(0))
