// A collector of OpenTelemetry for traces in JSON: it keeps what is sent to it.
import { once } from 'node:events'
import { createServer, type IncomingHttpHeaders } from 'node:http'
import { text } from 'node:stream/consumers'
import { z } from 'zod'

const Value = z
  .object({ stringValue: z.string() })
  .or(z.object({ intValue: z.number() }))
  .or(z.looseObject({}))
const Attributes = z
  .array(z.object({ key: z.string(), value: Value }))
  .transform((all) => Object.fromEntries(all.map(({ key, value }) => [key, Object.values(value)[0]])))
const CollectedSpan = z.object({
  traceId: z.string().regex(/^[0-9a-f]{32}$/),
  spanId: z.string().regex(/^[0-9a-f]{16}$/),
  parentSpanId: z.string().optional(),
  name: z.string(),
  startTimeUnixNano: z.coerce.bigint(),
  endTimeUnixNano: z.coerce.bigint(),
  attributes: Attributes,
  links: z.array(z.object({ traceId: z.string(), spanId: z.string() })).default([]),
  status: z.object({ code: z.number().optional(), message: z.string().optional() }),
})
const Body = z.object({
  resourceSpans: z.array(
    z.object({
      resource: z.object({ attributes: Attributes }),
      scopeSpans: z.array(z.object({ spans: z.array(CollectedSpan) })),
    }),
  ),
})

export type CollectedSpan = z.output<typeof CollectedSpan> & { readonly service: unknown }

export type Collector = {
  readonly url: string
  readonly spans: readonly CollectedSpan[]
  /** Everything, as it came. */
  readonly received: readonly string[]
  readonly headers: readonly IncomingHttpHeaders[]
  /** The spans of a trace, by name. */
  trace(id: string): ReadonlyMap<string, CollectedSpan>
  close(): Promise<void>
}

export async function startCollector(): Promise<Collector> {
  const spans: CollectedSpan[] = []
  const received: string[] = []
  const headers: IncomingHttpHeaders[] = []
  const server = createServer(async (request, response) => {
    const sent = await text(request)
    const parsed = request.url === '/v1/traces' ? Body.safeParse(JSON.parse(sent)) : null
    if (parsed?.success !== true) return response.writeHead(400).end(parsed?.error.message)
    headers.push(request.headers)
    received.push(sent)
    for (const { resource, scopeSpans } of parsed.data.resourceSpans) {
      const service = resource.attributes['service.name']
      spans.push(...scopeSpans.flatMap((scope) => scope.spans.map((span) => ({ ...span, service }))))
    }
    response.writeHead(200, { 'content-type': 'application/json' }).end('{}')
  })
  server.listen(0, '127.0.0.1')
  await once(server, 'listening')
  const { port } = server.address() as { port: number }
  return {
    url: `http://127.0.0.1:${port}`,
    spans,
    received,
    headers,
    trace: (id) => new Map(spans.filter(({ traceId }) => traceId === id).map((span) => [span.name, span])),
    close: () =>
      new Promise((resolve) => {
        server.close(() => resolve())
        server.closeAllConnections()
      }),
  }
}
