import { QueryObserver } from '@tanstack/react-query'
import { screen, within } from '@testing-library/react'
import { HttpResponse, http } from 'msw'
import { beforeEach, describe, expect, it } from 'vitest'
import type { AdminSessions } from '#services/contract/contract.ts'
import { startSession } from '#ui/lib/session.ts'
import { aUser } from '#ui/testing/factories.ts'
import { renderPage } from '#ui/testing/render.tsx'
import { server } from '#ui/testing/server.ts'
import { expectStatus, resetServer, sent, serve } from '../../testing/admin.harness.tsx'
import { CustomerSessions } from './customer-sessions.tsx'

const aSession = (id: string, changes: Partial<AdminSessions['sessions'][number]> = {}) => ({
  id,
  userAgent: 'Mozilla/5.0 (iPhone; CPU iPhone OS 18_0) Version/18.0 Safari/604.1',
  address: '203.0.113.9',
  signedInAt: '2026-11-20T14:00:00.000Z',
  usedAt: '2026-11-21T15:00:00.000Z',
  secondFactor: false,
  current: false,
  ...changes,
})

beforeEach(resetServer)

async function show(sessions: AdminSessions['sessions'], { secondFactor = false, isSuper = false } = {}) {
  let open = sessions
  let hasFactor = secondFactor
  startSession({ user: aUser({ is_admin: true }), token: 't' })
  serve((body) => {
    if (body.action === 'endSessions') open = open.filter(({ id }) => body.session !== undefined && id !== body.session)
    if (body.action === 'removeSecondFactor') hasFactor = false
    return HttpResponse.json({ success: true })
  })
  server.use(
    http.get('*/api/admin/sessions', ({ request }) => {
      expect(new URL(request.url).searchParams.get('username')).toBe('ada')
      return HttpResponse.json({ username: 'ada', secondFactor: hasFactor, sessions: open })
    }),
  )
  const view = await renderPage(<CustomerSessions username="ada" mayRemoveFactor={isSuper} />)
  await screen.findByText(/Two-step sign-in is/)
  return view
}
const confirm = async (user: Awaited<ReturnType<typeof show>>['user'], label: string, reason: string) => {
  const dialog = within(await screen.findByRole('alertdialog'))
  await user.click(dialog.getByRole('button', { name: label }))
  expect(await dialog.findByText('Please say why')).toBeShown()
  await user.type(dialog.getByRole('textbox'), reason)
  await user.click(dialog.getByRole('button', { name: label }))
}

describe('the sessions of a customer', () => {
  it('show device and start, and can be ended one by one with a reason', async () => {
    const { user } = await show([aSession('a'.repeat(64)), aSession('b'.repeat(64), { userAgent: '' })])
    expect(screen.getAllByText('203.0.113.9')).toHaveLength(2)
    expect(screen.getAllByText('Fri 20 Nov 15:00')[0]).toBeShown()
    await user.click(screen.getByRole('button', { name: /^End .*iPhone/ }))
    await confirm(user, 'End', 'stolen phone')
    await expectStatus('✅ The session has ended')
    expect(sent[0]!.body).toEqual({
      action: 'endSessions',
      targetUsername: 'ada',
      session: 'a'.repeat(64),
      reason: 'stolen phone',
    })
    expect(sent[0]!.key).toMatch(/^[0-9a-f]{32}$/)
    expect(screen.getAllByText('203.0.113.9')).toHaveLength(1)
  })

  it('can be ended all at once', async () => {
    const { user } = await show([aSession('a'.repeat(64)), aSession('b'.repeat(64))])
    await user.click(screen.getByRole('button', { name: 'End all sessions' }))
    await confirm(user, 'End all sessions', 'asked by phone')
    await expectStatus('✅ ada was signed out everywhere')
    expect(sent[0]!.body).toEqual({ action: 'endSessions', targetUsername: 'ada', reason: 'asked by phone' })
    expect(await screen.findByText('Not signed in anywhere.')).toBeShown()
  })

  it('show the outcome even if the row is gone before everything is refetched', async () => {
    const rest = Promise.withResolvers<string>()
    const { user, client } = await show([aSession('a'.repeat(64))])
    await client.prefetchQuery({ queryKey: ['admin', 'rest'], queryFn: () => 'before' })
    const observer = new QueryObserver(client, { queryKey: ['admin', 'rest'], queryFn: () => rest.promise })
    const stop = observer.subscribe(() => undefined)
    await user.click(screen.getByRole('button', { name: /^End .*iPhone/ }))
    await confirm(user, 'End', 'stolen phone')
    expect(await screen.findByText('Not signed in anywhere.')).toBeShown()
    rest.resolve('after')
    await expectStatus('✅ The session has ended')
    stop()
  })

  it('say that only a super admin can remove a second factor', async () => {
    await show([], { secondFactor: true })
    expect(screen.queryByRole('button', { name: 'Remove two-step sign-in' })).toBeNull()
    expect(screen.getByText(/Only a super admin can remove it/)).toBeShown()
  })

  it('remove the second factor with a reason', async () => {
    const { user } = await show([], { secondFactor: true, isSuper: true })
    await user.click(screen.getByRole('button', { name: 'Remove two-step sign-in' }))
    await confirm(user, 'Remove two-step sign-in', 'showed a passport')
    await expectStatus('✅ Two-step sign-in removed for ada')
    expect(await screen.findByText('Two-step sign-in is off.')).toBeShown()
  })
})
