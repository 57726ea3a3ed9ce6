// Serves the metrics of this process, on a port of its own, so that clients of the product's port cannot read them.
import { once } from 'node:events'
import { createServer } from '../http.ts'
import { METRICS_TYPE, metricsText, watchProcess } from './registry.ts'

const PATH = '/metrics'

export type MetricsServer = { close(): Promise<void> }

/** Resolves when it listens. Throws what `listen` throws, with code EADDRINUSE if the port is taken. */
export async function serveMetrics({ host, port }: { host: string; port: number }): Promise<MetricsServer> {
  const server = createServer((request, response) => {
    const isKnown = request.url?.split('?', 1)[0] === PATH
    const isRead = request.method === 'GET' || request.method === 'HEAD'
    if (!isKnown || !isRead) return response.writeHead(isKnown ? 405 : 404, isKnown ? { allow: 'GET, HEAD' } : {}).end()
    metricsText().then(
      (text) => response.writeHead(200, { 'content-type': METRICS_TYPE, 'cache-control': 'no-store' }).end(text),
      () => response.writeHead(500).end(),
    )
  })
  server.listen(port, host)
  await once(server, 'listening')
  watchProcess()
  return {
    close: () =>
      new Promise((resolve) => {
        server.close(() => resolve())
        server.closeAllConnections()
      }),
  }
}
