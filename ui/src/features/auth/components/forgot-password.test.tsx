import { screen } from '@testing-library/react'
import { HttpResponse, http } from 'msw'
import { expect, it } from 'vitest'
import { isOff } from '#ui/testing/is-off.ts'
import { renderPage } from '#ui/testing/render.tsx'
import { server } from '#ui/testing/server.ts'
import { ForgotPassword } from './forgot-password.tsx'

const username = () => screen.getByRole('textbox', { name: 'Your username' })

it('asks the admins for a new password, and says the same for any name', async () => {
  const sent: unknown[] = []
  server.use(
    http.post('*/api/auth/auth', async ({ request }) => {
      sent.push(await request.json())
      return HttpResponse.json({ success: true })
    }),
  )
  const { user } = await renderPage(<ForgotPassword typed="" />, { path: '/login' })
  await user.click(screen.getByRole('button', { name: 'Forgot password?' }))
  expect(document.activeElement).toBe(username())
  await user.keyboard('{Enter}')
  expect(screen.getByText('Please enter your username')).toBeShown()
  await user.type(username(), ' ada {Enter}')
  expect((await screen.findByRole('status')).textContent).toBe(
    'If there is an account with this name, the admins now have its request.',
  )
  expect(sent).toEqual([{ action: 'forgot-password', username: 'ada' }])
})

it('says when to try again', async () => {
  server.use(
    http.post('*/api/auth/auth', () =>
      HttpResponse.json(
        { code: 'rate_limited', error: 'Too many attempts. Please try again later.' },
        { status: 429, headers: { 'retry-after': '90' } },
      ),
    ),
  )
  const { user } = await renderPage(<ForgotPassword typed="" />, { path: '/login' })
  await user.click(screen.getByRole('button', { name: 'Forgot password?' }))
  await user.keyboard('ada{Enter}')
  expect((await screen.findByRole('alert')).textContent).toBe('Too many attempts. Please try again later.')
  expect(isOff(screen.getByRole('button', { name: /^Try again in/ }))).toBe(true)
})
