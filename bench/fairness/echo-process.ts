// The control: a server that only replies, with as many bytes as the path says. Load on it shows the cost of the load
// itself.
import { createServer } from 'node:http'

const server = createServer((request, response) => {
  request.resume()
  response.end(Buffer.alloc(Number(request.url?.slice(1) ?? 0), 'x'))
})
server.listen(0, '127.0.0.1', () => {
  const address = server.address()
  process.send!({ port: typeof address === 'object' && address !== null ? address.port : 0 })
})
process.once('disconnect', () => process.exit())
