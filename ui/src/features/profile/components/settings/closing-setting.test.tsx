import { screen, waitFor } from '@testing-library/react'
import { HttpResponse, http } from 'msw'
import { beforeEach, describe, expect, it } from 'vitest'
import type { Closing } from '#services/contract/contract.ts'
import { readSession, startSession } from '#ui/lib/session.ts'
import { aUser } from '#ui/testing/factories.ts'
import { renderPage } from '#ui/testing/render.tsx'
import { server } from '#ui/testing/server.ts'
import { ClosingSetting } from './closing-setting.tsx'

let stored: Closing
const sent: unknown[] = []
beforeEach(() => {
  stored = { requestedAt: null, balance: '0.00', openBets: 0 }
  sent.length = 0
  server.use(
    http.get('*/api/account/closing', () => HttpResponse.json(stored)),
    http.post('*/api/account/closing', async ({ request }) => {
      const body = (await request.json()) as { password: string }
      sent.push(body)
      if (body.password !== 'right') {
        return HttpResponse.json({ error: 'The current password is wrong', code: 'password_wrong' }, { status: 403 })
      }
      const closed = stored.balance === '0.00' && stored.openBets === 0
      stored = { ...stored, requestedAt: '2026-11-20T14:00:00.000Z' }
      return HttpResponse.json({ closed })
    }),
    http.post('*/api/account/closing/cancel', () => {
      stored = { ...stored, requestedAt: null }
      return HttpResponse.json({ success: true })
    }),
    http.post('*/api/auth/auth', () => HttpResponse.json({ success: true })),
  )
})

async function open() {
  const person = aUser()
  startSession({ user: person, token: 't' })
  const view = await renderPage(<ClosingSetting userId={person.id} />, { path: '/profile' })
  await view.user.click(await screen.findByRole('button', { name: 'Close account' }))
  return view
}
const confirm = async ({ user }: Awaited<ReturnType<typeof open>>, password: string) => {
  await user.type(await screen.findByLabelText('Current password'), password)
  await user.click(screen.getByRole('button', { name: 'Close account' }))
}

describe('closing the account', () => {
  it('happens at once if nothing is left, and signs out', async () => {
    const view = await open()
    expect(await screen.findByText(/Nothing is left in your account: it is closed at once/)).toBeShown()
    await confirm(view, 'wrong')
    expect(await screen.findByText('The current password is wrong')).toBeShown()
    await view.user.clear(screen.getByLabelText('Current password'))
    await confirm(view, 'right')
    await waitFor(() => expect(readSession()).toBeNull())
    expect(sent).toEqual([{ password: 'wrong' }, { password: 'right' }])
  })

  it('returns the focus to its button when cancelled', async () => {
    const view = await open()
    expect(await screen.findByLabelText('Current password')).toBe(document.activeElement)
    await view.user.click(screen.getByRole('button', { name: 'Cancel' }))
    expect(screen.getByRole('button', { name: 'Close account' })).toBe(document.activeElement)
  })

  it('waits while something is left, says how to be paid, and can be cancelled', async () => {
    stored = { requestedAt: null, balance: '65.00', openBets: 2 }
    const view = await open()
    expect(await screen.findByText(/It still holds €65\.00 and 2 open bets\..*request a pay-out/)).toBeShown()
    await confirm(view, 'right')
    expect(
      await screen.findByText(/You asked for this on Fri 20 Nov 15:00\..*it still holds €65\.00 and 2 open bets/),
    ).toBeShown()
    // The button that was pressed is gone.
    await waitFor(() => expect(document.activeElement?.getAttribute('aria-labelledby')).toBe('closing-heading'))
    await view.user.click(screen.getByRole('button', { name: 'Keep the account' }))
    expect(await screen.findByRole('button', { name: 'Close account' })).toBeShown()
    expect(readSession()).not.toBeNull()
  })
})
