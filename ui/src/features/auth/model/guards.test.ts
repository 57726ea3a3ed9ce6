import { HttpResponse, http } from 'msw'
import { describe, expect, it } from 'vitest'
import { startSession } from '#ui/lib/session.ts'
import { aUser } from '#ui/testing/factories.ts'
import { server } from '#ui/testing/server.ts'
import { requireAdmin, requireSession } from './guards.ts'

const redirected = { options: { to: '/login', search: { redirect: '/my-bets?page=2' } } }

describe('pages for those who are signed in', () => {
  it('redirect visitors to sign in, and remember the path', () => {
    let thrown: unknown
    try {
      requireSession('/my-bets?page=2')
    } catch (reason) {
      thrown = reason
    }
    expect(thrown).toMatchObject(redirected)
  })

  it('let signed-in users pass', () => {
    startSession({ user: aUser(), token: 'secret' })
    expect(requireSession('/my-bets').user.username).toBe('ada')
  })
})

describe('the back office', () => {
  it('sends anonymous visitors to sign in', async () => {
    await expect(requireAdmin('/my-bets?page=2')).rejects.toMatchObject(redirected)
  })

  it('opens for admins by their stored user, without a request', async () => {
    startSession({ user: aUser({ is_admin: true }), token: 'secret' })
    expect(await requireAdmin('/admin')).toEqual({ isAdmin: true })
  })

  it('asks the server about all others', async () => {
    startSession({ user: aUser(), token: 'secret' })
    let isAdmin = true
    server.use(
      http.post('*/api/auth/auth', async ({ request }) => {
        expect(await request.json()).toEqual({ action: 'verify-admin', token: 'secret' })
        return HttpResponse.json({ isAdmin })
      }),
    )
    expect(await requireAdmin('/admin')).toEqual({ isAdmin: true })
    isAdmin = false
    expect(await requireAdmin('/admin')).toEqual({ isAdmin: false })
  })

  it('stays closed when the server cannot be reached', async () => {
    startSession({ user: aUser(), token: 'secret' })
    server.use(http.post('*/api/auth/auth', () => HttpResponse.error()))
    expect(await requireAdmin('/admin')).toEqual({ isAdmin: false })
  })
})
