import { screen, waitFor } from '@testing-library/react'
import { HttpResponse, http } from 'msw'
import { describe, expect, it } from 'vitest'
import type { User } from '#services/contract/contract.ts'
import { ApiError } from '#ui/lib/http/api-error.ts'
import { request } from '#ui/lib/http/request.ts'
import { readSession, startSession } from '#ui/lib/session.ts'
import { receiveToasts } from '#ui/lib/toasts.ts'
import { aUser } from '#ui/testing/factories.ts'
import { isOff } from '#ui/testing/is-off.ts'
import { renderPage } from '#ui/testing/render.tsx'
import { server } from '#ui/testing/server.ts'
import { PasswordForm } from './password-form.tsx'

const OLD = 'the old one'
const NEW = 'quite a new one'
const field = (name: string) => screen.getByLabelText(name) as HTMLInputElement
const button = () => screen.getByRole('button', { name: 'Change password' })

/** Replies in turn, then repeats the last one. Returns the requests with their keys. */
function reply(...replies: [status: number, body: object][]) {
  const sent: { body: unknown; key: string | null }[] = []
  server.use(
    http.post('*/api/auth/auth', async ({ request: sentRequest }) => {
      const [status, body] = replies[Math.min(sent.length, replies.length - 1)]!
      sent.push({ body: await sentRequest.json(), key: sentRequest.headers.get('idempotency-key') })
      return HttpResponse.json(body, { status })
    }),
  )
  return sent
}

async function show(changes: Partial<User> = {}) {
  const account = aUser(changes)
  startSession({ user: account, token: 'old token' })
  const page = await renderPage(<PasswordForm />, { path: '/profile' })
  const fill = async (oldPassword = OLD, newPassword = NEW, repeated = newPassword) => {
    await page.user.type(field('Current password'), oldPassword)
    await page.user.type(field('New password'), newPassword)
    await page.user.type(field('Repeat new password'), repeated)
  }
  return { ...page, account, fill, submit: () => page.user.click(button()) }
}

describe('changing the password', () => {
  it('continues with the session in the reply, and notifies', async () => {
    const toasts: string[] = []
    const stop = receiveToasts(({ message }) => toasts.push(message))
    const { fill, submit, account } = await show()
    const sent = reply([200, { user: account, token: 'new token' }])
    await fill()
    await submit()
    await waitFor(() => expect(toasts).toEqual(['Password changed']))
    expect(sent).toEqual([
      { body: { action: 'change-password', oldPassword: OLD, newPassword: NEW }, key: expect.stringMatching(/^\S+$/) },
    ])
    expect(readSession()).toEqual({ user: account, token: 'new token' })
    expect(localStorage.getItem('fairbook.token')).toBe('new token')
    for (const name of ['Current password', 'New password', 'Repeat new password']) expect(field(name).value).toBe('')
    stop()
  })

  it('waits until all fields are filled', async () => {
    const { user, fill } = await show()
    expect(isOff(button())).toBe(true)
    await fill()
    expect(isOff(button())).toBe(false)
    await user.clear(field('Repeat new password'))
    expect(isOff(button())).toBe(true)
  })

  it('is labelled for password managers', async () => {
    const { container, account } = await show()
    const known = [...container.querySelectorAll('input')].map((input) => [input.autocomplete, input.value])
    expect(known).toEqual([
      ['username', account.username],
      ['current-password', ''],
      ['new-password', ''],
      ['new-password', ''],
    ])
  })

  it.each<[string, string, string, string, Partial<User>]>([
    ['New password', 'Password must be at least 6 characters', 'short', 'short', {}],
    ['New password', 'Password must be at least 12 characters', 'eleven char', 'eleven char', { is_admin: true }],
    ['New password', 'The new password must differ from the current one', OLD, OLD, {}],
    ['Repeat new password', 'Passwords do not match', NEW, 'another', {}],
  ])('validates before anything is sent: %s, %s', async (name, text, newPassword, repeated, changes) => {
    const sent = reply([500, {}])
    const { fill, submit } = await show(changes)
    await fill(OLD, newPassword, repeated)
    await submit()
    expect(await screen.findByText(text)).toBeShown()
    await waitFor(() => expect(document.activeElement).toBe(field(name)))
    expect(field(name).getAttribute('aria-invalid')).toBe('true')
    expect(sent).toEqual([])
  })

  it('requires six characters of a bettor, and twelve of an admin', async () => {
    const { unmount } = await show()
    expect(screen.getByText('At least 6 characters.')).toBeShown()
    unmount()
    await show({ is_admin: true })
    expect(screen.getByText('At least 12 characters.')).toBeShown()
  })

  it.each([
    [403, 'password_wrong', 'The current password is wrong', 'Current password'],
    [400, 'password_common', 'This password is one of the most common ones.', 'New password'],
    [400, 'password_is_name', 'Password must not be the username', 'New password'],
  ])('shows a refusal (%i %s) at its field, and keeps the session', async (status, code, error, name) => {
    reply([status, { error, code }])
    const { fill, submit } = await show()
    await fill()
    await submit()
    expect(await screen.findByText(error)).toBeShown()
    await waitFor(() => expect(document.activeElement).toBe(field(name)))
    expect(field('Current password').value).toBe(OLD)
    expect(readSession()?.token).toBe('old token')
  })

  it('shows any other refusal below the form', async () => {
    server.use(
      http.post('*/api/auth/auth', () =>
        HttpResponse.json(
          { error: 'Too many attempts. Please try again later.', code: 'rate_limited' },
          { status: 429, headers: { 'retry-after': '45' } },
        ),
      ),
    )
    const { fill, submit } = await show()
    await fill()
    await submit()
    const alert = await screen.findByRole('alert')
    expect(alert.textContent).toBe('Too many attempts. Please try again later.')
    expect(document.activeElement).toBe(alert)
    const again = await screen.findByRole('button', { name: /Try again in 4[45] s/i })
    expect(isOff(again)).toBe(true)
  })

  it('sends the same passwords under one key until there is an answer', async () => {
    const sent = reply([504, { error: 'Not known yet', code: 'outcome_unknown' }], [403, { error: 'No', code: 'x' }])
    const { user, fill, submit } = await show()
    await fill()
    for (const count of [1, 2, 3]) {
      await submit()
      await waitFor(() => expect(sent).toHaveLength(count))
      await waitFor(() => expect(isOff(button())).toBe(false))
    }
    const keys = sent.map(({ key }) => key)
    expect(keys[1]).toBe(keys[0])
    expect(keys[2]).not.toBe(keys[0])
    await user.type(field('Current password'), '!')
    await submit()
    await waitFor(() => expect(sent).toHaveLength(4))
    expect(new Set(sent.map(({ key }) => key)).size).toBe(3)
  })

  it('shows the passwords on demand', async () => {
    const { user } = await show()
    await user.click(screen.getByRole('button', { name: 'Show passwords' }))
    for (const name of ['Current password', 'New password', 'Repeat new password'])
      expect(field(name).type).toBe('text')
  })
})

describe('a request with the old token', () => {
  it('does not end the session when it is refused during the change', async () => {
    const { fill, submit, account, client } = await show()
    const gate = Promise.withResolvers<void>()
    let isRequested = false
    server.use(
      http.post('*/api/auth/auth', async () => {
        isRequested = true
        await gate.promise
        return HttpResponse.json({ user: account, token: 'new token' })
      }),
      http.get('*/api/x', () => HttpResponse.json({ error: 'Unauthorized', code: 'unauthorized' }, { status: 401 })),
    )
    await fill()
    await submit()
    await waitFor(() => expect(isRequested).toBe(true))
    const poll = client.fetchQuery({ queryKey: ['x'], queryFn: () => request('/api/x') })
    await expect(poll).rejects.toBeInstanceOf(ApiError)
    expect(readSession()?.token).toBe('old token')
    gate.resolve()
    await waitFor(() => expect(readSession()?.token).toBe('new token'))
  })

  it('ends the session when it is the change itself', async () => {
    reply([401, { error: 'Unauthorized', code: 'unauthorized' }])
    const { fill, submit } = await show()
    await fill()
    await submit()
    await waitFor(() => expect(readSession()).toBeNull())
  })

  it('does not end the new session of another tab', async () => {
    const { client, account } = await show()
    localStorage.setItem('fairbook.token', 'new token of another tab')
    server.use(
      http.get('*/api/x', () => HttpResponse.json({ error: 'Unauthorized', code: 'unauthorized' }, { status: 401 })),
    )
    await client.fetchQuery({ queryKey: ['x'], queryFn: () => request('/api/x') }).catch(() => {})
    expect(readSession()).toEqual({ user: account, token: 'new token of another tab' })
    expect(localStorage.getItem('fairbook.token')).toBe('new token of another tab')
  })
})
