import { HttpResponse, http } from 'msw'
import { describe, expect, it, vi } from 'vitest'
import { readSession, startSession } from '#ui/lib/session.ts'
import { receiveToasts } from '#ui/lib/toasts.ts'
import { aUser } from '#ui/testing/factories.ts'
import { server } from '#ui/testing/server.ts'
import { refreshSession, signOut } from './auth.ts'

describe('refreshing the session', () => {
  it('updates balance and role', async () => {
    const user = aUser()
    startSession({ user, token: 'secret' })
    server.use(
      http.post('*/api/auth/auth', async ({ request }) => {
        expect(await request.json()).toEqual({ action: 'refresh', username: 'ada' })
        return HttpResponse.json({ user: { ...user, balance: '12.30', is_admin: true } })
      }),
    )
    await refreshSession()
    expect(readSession()?.user).toMatchObject({ balance: '12.30', is_admin: true })
    expect(JSON.parse(localStorage.getItem('fairbook.user') ?? '{}')).toMatchObject({ balance: '12.30' })
  })

  it('ends a session that the server no longer knows, but keeps it when the server is unreachable', async () => {
    startSession({ user: aUser(), token: 'secret' })
    server.use(http.post('*/api/auth/auth', () => HttpResponse.json({ error: 'Down', code: 'x' }, { status: 503 })))
    const told: string[] = []
    const stop = receiveToasts(({ message }) => void told.push(message))
    await refreshSession()
    expect(readSession()).not.toBeNull()
    server.use(
      http.post('*/api/auth/auth', () => HttpResponse.json({ error: 'Unauthorized', code: 'x' }, { status: 401 })),
    )
    await refreshSession()
    expect(readSession()).toBeNull()
    expect(told).toEqual(['Your session has ended. Please sign in again.'])
    stop()
  })

  it('requests nothing for an anonymous visitor', async () => {
    const asked = vi.fn(() => HttpResponse.json({ user: aUser() }))
    server.use(http.post('*/api/auth/auth', asked))
    await refreshSession()
    expect(asked).not.toHaveBeenCalled()
    startSession({ user: aUser(), token: 'secret' })
    await refreshSession()
    expect(asked).toHaveBeenCalledOnce()
  })
})

describe('signing out', () => {
  it('clears the stored session, even when the server is unreachable', async () => {
    startSession({ user: aUser(), token: 'secret' })
    let authorization: string | null = null
    server.use(
      http.post('*/api/auth/auth', ({ request }) => {
        authorization = request.headers.get('authorization')
        return HttpResponse.error()
      }),
    )
    await signOut()
    expect(authorization).toBe('Bearer secret')
    expect(readSession()).toBeNull()
    expect(localStorage.getItem('fairbook.user')).toBeNull()
    expect(localStorage.getItem('fairbook.token')).toBeNull()
  })
})
