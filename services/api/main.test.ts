// The api as a process: what it prints when it starts, and how it ends.
import { type ChildProcess, spawn } from 'node:child_process'
import { createServer, type Server } from 'node:http'
import { fileURLToPath } from 'node:url'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import type { ChildMessage } from '#services/platform/process/supervisor-protocol.ts'
import { createTestDatabase, type TestDatabase } from '#tests/database.ts'
import { callAt, until } from './testing/product.ts'

const MAIN = fileURLToPath(new URL('./main.ts', import.meta.url))

type Running = { child: ChildProcess; messages: ChildMessage[]; ended: Promise<number | null>; errors(): string }

describe('the api process', () => {
  let database: TestDatabase
  let provider: Server
  const children: ChildProcess[] = []
  beforeAll(async () => {
    database = await createTestDatabase()
    provider = createServer((_request, response) => response.writeHead(503).end())
    await new Promise<void>((resolve) => provider.listen(0, '127.0.0.1', resolve))
  })
  afterAll(async () => {
    for (const child of children) child.kill('SIGKILL')
    provider.close()
    await database.drop()
  })

  function start(env: Record<string, string> = {}): Running {
    const { port } = provider.address() as { port: number }
    const child = spawn(process.execPath, [MAIN], {
      env: {
        ...process.env,
        DATABASE_URL: database.url,
        ODDS_API_BASE_URL: `http://127.0.0.1:${port}`,
        PORT: '0',
        NODE_ENV: 'production',
        ...env,
      },
      stdio: ['ignore', 'pipe', 'pipe', 'ipc'],
    })
    children.push(child)
    const messages: ChildMessage[] = []
    let errors = ''
    child.on('message', (message) => messages.push(message as ChildMessage))
    child.stderr!.on('data', (chunk) => {
      errors += chunk
    })
    const ended = new Promise<number | null>((resolve) => child.once('exit', resolve))
    return { child, messages, ended, errors: () => errors }
  }
  const portOf = async ({ messages, errors, child }: Running) => {
    const ready = await until(() => {
      if (child.exitCode !== null) throw new Error(errors())
      return messages.find((message) => message.kind === 'ready')
    })
    return (ready as { port: number }).port
  }

  test('prints a generated password once, serves, and exits with 0 when stopped', async () => {
    const first = start()
    const origin = `http://127.0.0.1:${await portOf(first)}`
    const made = first.messages.find((message) => message.kind === 'super-admin')
    if (made?.kind !== 'super-admin') throw new Error('no super admin')
    const { username, password } = made
    const signedIn = await callAt(origin, '/api/auth/auth', { body: { action: 'signin', username, password } })
    expect(signedIn.body.user).toMatchObject({ username, is_admin: true })

    const stream = await fetch(`${origin}/api/stream?topics=live`)
    const underWay = callAt(origin, '/api/auth/auth', { body: { action: 'signin', username, password } })
    await until(async () => (await callAt(origin, '/healthz', {})).status === 200)
    const streamed = stream.text()
    first.child.kill('SIGTERM')
    expect([200, 503]).toContain(await underWay.then((reply) => reply.status).catch(() => 503))
    expect(await first.ended).toBe(0)
    // the api ended the stream; it was not cut off
    expect(await streamed).toContain('event: ')

    const second = start()
    await portOf(second)
    expect(second.messages.map((message) => message.kind)).toEqual(['ready'])
    second.child.send({ kind: 'stop' })
    expect(await second.ended).toBe(0)
  })

  test.each([
    [{ SUPER_ADMIN_USERNAME: 'a b c', SUPER_ADMIN_PASSWORD: 'secret' }, /^api: SUPER_ADMIN_USERNAME: /],
    [{ TRUST_PROXY: 'everybody' }, /^api: TRUST_PROXY: 'everybody' is no address, /],
    [{ MAX_PAYOUT: 'much' }, /^api: MAX_PAYOUT: /],
    [{ CALLS_WAITING: '0' }, /^api: CALLS_WAITING: /],
  ])('refuses to start with %j', async (env, reason) => {
    const { messages, ended } = start(env)
    expect(await ended).toBe(1)
    expect(messages).toEqual([{ kind: 'refused', reason: expect.stringMatching(reason) }])
  })

  test('refuses a port that is taken', async () => {
    const { port } = provider.address() as { port: number }
    const { messages, ended } = start({ PORT: String(port) })
    expect(await ended).toBe(1)
    expect(messages).toEqual([{ kind: 'refused', reason: `api: port ${port} is in use` }])
  })

  test('without a database it exits, to be started again', async () => {
    const { messages, ended, errors } = start({ DATABASE_URL: 'postgresql://nobody@127.0.0.1:1/nowhere' })
    expect(await ended).toBe(1)
    expect(messages).toEqual([])
    expect(errors()).toMatch(/ECONNREFUSED/)
  })
})
