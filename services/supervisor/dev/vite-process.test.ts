// The real Vite with the real screens, in front of a server that stands in for the api.
import { createServer, type Server, type ServerResponse } from 'node:http'
import type { AddressInfo } from 'node:net'
import { join } from 'node:path'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { Child } from '../child.ts'
import { createSupervisorLog } from '../supervisor-log.ts'

let api: Server
let stream: ServerResponse
let vite: Child
let origin: string

beforeAll(async () => {
  api = createServer((request, response) => {
    if (request.url!.startsWith('/api/stream')) {
      stream = response.writeHead(200, { 'content-type': 'text/event-stream' })
      stream.write('data: first\n\n')
    } else response.end(`${request.method} ${request.url} for ${request.headers.host}`)
  }).listen(0, '127.0.0.1')
  const { port } = await new Promise<AddressInfo>((resolve) =>
    api.once('listening', () => resolve(api.address() as AddressInfo)),
  )
  vite = new Child({
    name: 'Vite',
    entry: join(import.meta.dirname, 'vite-process.ts'),
    env: () => ({ ...process.env, VITEST: undefined, API_URL: `http://127.0.0.1:${port}`, PORT: '0' }),
    onMessage: () => undefined,
    onFatal: () => undefined,
    print: () => undefined,
    log: createSupervisorLog({ write: () => undefined }),
  })
  origin = `http://127.0.0.1:${await vite.start()}`
})
afterAll(async () => {
  await vite.stop(5_000)
  api.closeAllConnections()
  api.close()
})

test.each(['/api/clock', '/api/sports/soccer/games?date=today', '/healthz', '/readyz', '/openapi.json'])(
  'the api answers %s',
  async (path) => {
    expect(await (await fetch(origin + path)).text()).toBe(`GET ${path} for ${new URL(origin).host}`)
  },
)

test.each(['/', '/sports', '/apiary', '/leagues/soccer_epl'])('%s is a screen that reloads itself', async (path) => {
  const response = await fetch(origin + path, { headers: { accept: 'text/html' } })
  expect(response.status).toBe(200)
  expect(await response.text()).toContain('/@vite/client')
})

test('screens and the domain are served from their sources', async () => {
  const code = await (await fetch(`${origin}/src/main.tsx`)).text()
  expect(code).toContain('/src/app/router.ts')
  expect((await fetch(`${origin}/src/lib/money.ts`)).headers.get('content-type')).toContain('javascript')
})

test('events of a stream come one by one', async () => {
  const response = await fetch(`${origin}/api/stream?topics=live`)
  expect(response.headers.get('content-type')).toBe('text/event-stream')
  const reader = response.body!.pipeThrough(new TextDecoderStream()).getReader()
  expect((await reader.read()).value).toBe('data: first\n\n')
  stream.write('data: second\n\n')
  expect((await reader.read()).value).toBe('data: second\n\n')
  await reader.cancel()
})
