import { HttpResponse, http } from 'msw'
import { describe, expect, it } from 'vitest'
import { aUser } from '#ui/testing/factories.ts'
import { server } from '#ui/testing/server.ts'
import { readSession, startSession } from '../session.ts'
import { ApiError, errorText } from './api-error.ts'
import { createQueryClient } from './query-client.ts'
import { request } from './request.ts'

const failure = async (promise: Promise<unknown>): Promise<ApiError> => {
  const error = await promise.then(
    () => null,
    (reason: unknown) => reason,
  )
  if (error instanceof ApiError) return error
  throw new Error(`expected an ApiError, got ${String(error)}`)
}

describe('a request', () => {
  it('carries the token, the body and the idempotency key', async () => {
    startSession({ user: aUser(), token: 'secret' })
    const seen: Record<string, unknown> = {}
    server.use(
      http.post('*/api/bets/place-bet', async ({ request: sent }) => {
        seen.authorization = sent.headers.get('authorization')
        seen.key = sent.headers.get('idempotency-key')
        seen.body = await sent.json()
        return HttpResponse.json({ success: true })
      }),
    )
    await request('/api/bets/place-bet', { body: { bet_amount: 20 }, idempotencyKey: 'one' })
    expect(seen).toEqual({ authorization: 'Bearer secret', key: 'one', body: { bet_amount: 20 } })
  })

  it("fails with the server's text, code and changes", async () => {
    const changes = [{ eventId: 'e', selection: 'Arsenal', oldOdds: 2, newOdds: 1.7, error: 'Odds have decreased' }]
    server.use(
      http.get('*/api/x', () => HttpResponse.json({ error: 'No', code: 'odds_changed', changes }, { status: 409 })),
    )
    expect(await failure(request('/api/x'))).toMatchObject({
      message: 'No',
      status: 409,
      code: 'odds_changed',
      changes,
    })
  })

  it.each([{}, null, [], 'No'])('has an empty message where the refusal has no text: %j', async (body) => {
    server.use(http.get('*/api/x', () => HttpResponse.json(body, { status: 400 })))
    const error = await failure(request('/api/x'))
    expect(error).toMatchObject({ message: '', status: 400, code: 'unknown', changes: [] })
    expect(errorText(error, 'Failed to fetch it')).toBe('Failed to fetch it')
    expect(errorText(error)).toBe('An unknown error occurred.')
  })

  it('quotes the start of a reply that is not JSON', async () => {
    server.use(http.get('*/api/x', () => HttpResponse.text(`<html>${'x'.repeat(500)}`, { status: 502 })))
    const error = await failure(request('/api/x'))
    expect(error.code).toBe('not_json')
    expect(error.message).toContain('"<html>xxx')
    expect(error.message.length).toBeLessThan(160)
  })

  it('gives up after its timeout', async () => {
    server.use(http.get('*/api/x', () => new Promise<Response>(() => {})))
    expect(await failure(request('/api/x', { timeoutMs: 20 }))).toMatchObject({ status: 0, code: 'timeout' })
  })

  it('reports a missing connection', async () => {
    server.use(http.get('*/api/x', () => HttpResponse.error()))
    expect(await failure(request('/api/x'))).toMatchObject({ status: 0, code: 'network' })
  })

  it("rejects when the caller's own signal aborts", async () => {
    const controller = new AbortController()
    server.use(
      http.get('*/api/x', () => {
        controller.abort()
        return new Promise<Response>(() => {})
      }),
    )
    const pending = request('/api/x', { signal: controller.signal })
    await expect(pending).rejects.toMatchObject({ name: 'AbortError' })
  })
})

describe('a token that is refused', () => {
  const refuse = () =>
    server.use(http.get('*/api/x', () => HttpResponse.json({ error: 'Unauthorized', code: 'x' }, { status: 401 })))

  it('ends the session, whichever call it was', async () => {
    startSession({ user: aUser(), token: 'old' })
    refuse()
    const client = createQueryClient()
    await expect(client.fetchQuery({ queryKey: ['x'], queryFn: () => request('/api/x') })).rejects.toThrow()
    expect(readSession()).toBeNull()
  })

  it('does not end a session started meanwhile', async () => {
    startSession({ user: aUser(), token: 'old' })
    refuse()
    const client = createQueryClient()
    const pending = client.fetchQuery({ queryKey: ['x'], queryFn: () => request('/api/x') })
    startSession({ user: aUser(), token: 'new' })
    await expect(pending).rejects.toThrow()
    expect(readSession()?.token).toBe('new')
  })

  it('is not retried, unlike temporary failures', async () => {
    let requests = 0
    server.use(
      http.get('*/api/x', () => {
        requests += 1
        return HttpResponse.json({ error: 'Down', code: 'x' }, { status: requests === 1 ? 503 : 403 })
      }),
    )
    await createQueryClient().prefetchQuery({ queryKey: ['x'], queryFn: () => request('/api/x'), retryDelay: 1 })
    expect(requests).toBe(2)
  })
})
