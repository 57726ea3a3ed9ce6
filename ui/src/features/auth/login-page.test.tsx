import { screen, waitFor } from '@testing-library/react'
import { HttpResponse, http } from 'msw'
import { useState } from 'react'
import { describe, expect, it, vi } from 'vitest'
import { readSession } from '#ui/lib/session.ts'
import { receiveToasts } from '#ui/lib/toasts.ts'
import { emptySlip } from '#ui/model/slip/reducer.ts'
import { pick } from '#ui/model/slip/selection.fixture.ts'
import { SlipProvider } from '#ui/model/slip/slip-provider.tsx'
import { writeSlip } from '#ui/model/slip/storage.ts'
import { aUser } from '#ui/testing/factories.ts'
import { isOff } from '#ui/testing/is-off.ts'
import { renderPage } from '#ui/testing/render.tsx'
import { server } from '#ui/testing/server.ts'
import { LoginPage } from './login-page.tsx'
import type { LoginMode } from './model/credentials.ts'

function Page({ start, onDone }: { start: LoginMode; onDone: () => void }) {
  const [mode, setMode] = useState<LoginMode>(start)
  return <LoginPage mode={mode} onMode={setMode} onDone={onDone} />
}

async function show(start: LoginMode = 'sign-in') {
  const onDone = vi.fn()
  const page = await renderPage(<Page start={start} onDone={onDone} />, {
    path: '/login',
    wrap: (children) => <SlipProvider>{children}</SlipProvider>,
  })
  const submit = () => page.user.click(screen.getByRole('button', { name: /^(Sign In|Create Account)$/ }))
  return { ...page, onDone, submit }
}

function reply(status = 200, body: object = { user: aUser(), token: 'secret' }, headers: Record<string, string> = {}) {
  const sent: unknown[] = []
  server.use(
    http.post('*/api/auth/auth', async ({ request }) => {
      sent.push(await request.json())
      return HttpResponse.json(body, { status, headers })
    }),
  )
  return sent
}

const name = () => screen.getByRole('textbox', { name: 'Username' })
const password = () => screen.getByLabelText('Password')

describe('signing in', () => {
  it('starts the session and continues', async () => {
    const sent = reply()
    const { user, submit, onDone } = await show()
    await user.type(name(), ' ada ')
    await user.type(password(), 'lovelace')
    await submit()
    await waitFor(() => expect(onDone).toHaveBeenCalledOnce())
    expect(sent).toEqual([{ action: 'signin', username: 'ada', password: 'lovelace' }])
    expect(readSession()?.token).toBe('secret')
  })

  it('asks for a code if the server does, and starts over if that took too long', async () => {
    const sent: unknown[] = []
    let isLate = false
    server.use(
      http.post('*/api/auth/auth', async ({ request }) => {
        const body = (await request.json()) as { action: string; code?: string }
        sent.push(body)
        if (body.action === 'signin') {
          const refusal = { error: 'Please enter the code.', code: 'second_factor_required', challenge: 'asked' }
          return HttpResponse.json(refusal, { status: 401 })
        }
        if (isLate) return HttpResponse.json({ error: 'Too late', code: 'challenge_expired' }, { status: 401 })
        if (body.code === '000000')
          return HttpResponse.json({ error: 'The code is wrong', code: 'second_factor_wrong' }, { status: 403 })
        return HttpResponse.json({ user: aUser(), token: 'secret' })
      }),
    )
    const { user, submit, onDone } = await show()
    const signIn = async () => {
      if (sent.length === 0) await user.type(name(), 'ada')
      await user.type(password(), 'lovelace')
      await submit()
      return screen.findByRole('textbox', { name: 'Code from the app, or a recovery code' })
    }
    expect(await signIn()).toBe(document.activeElement)
    expect(screen.getByRole('heading', { level: 1, name: 'Enter your code' })).toBeShown()
    isLate = true
    await user.keyboard('123456{Enter}')
    expect(await screen.findByRole('textbox', { name: 'Username' })).toHaveProperty('value', 'ada')
    expect(document.activeElement).toBe(password())
    isLate = false
    await signIn()
    await user.keyboard('000000{Enter}')
    expect(await screen.findByText('The code is wrong')).toBeShown()
    expect(readSession()).toBeNull()
    await user.keyboard('{Backspace>6/}123456{Enter}')
    await waitFor(() => expect(onDone).toHaveBeenCalledOnce())
    expect(sent.at(-1)).toEqual({ action: 'second-factor', challenge: 'asked', code: '123456' })
    expect(readSession()?.token).toBe('secret')
  })

  it('requires both fields before anything is sent', async () => {
    const { submit, onDone } = await show()
    await submit()
    expect(
      await screen.findByRole('textbox', { name: 'Username', description: 'Please enter your username' }),
    ).toBeShown()
    expect(screen.getByText('Please enter your password')).toBeShown()
    expect(document.activeElement).toBe(name())
    expect(onDone).not.toHaveBeenCalled()
  })

  it('tells a blocked user whom to contact', async () => {
    reply(403, { error: 'Account is blocked', code: 'account_blocked' })
    const { user, submit } = await show()
    await user.type(name(), 'ada')
    await user.type(password(), 'lovelace')
    await submit()
    const alert = await screen.findByRole('alert')
    expect(alert.textContent).toMatch(/^Account is blockedPlease contact support/)
  })

  it('tabs from the mode tabs to the first field', async () => {
    const { user } = await show()
    screen.getByRole('tab', { name: 'Sign In' }).focus()
    await user.tab()
    expect(document.activeElement).toBe(name())
  })

  it("shows and focuses the server's refusal", async () => {
    reply(401, { error: 'Invalid username or password', code: 'bad_credentials' })
    const { user, submit, onDone } = await show()
    await user.type(name(), 'ada')
    await user.type(password(), 'wrong-one')
    await submit()
    const alert = await screen.findByRole('alert')
    expect(alert.textContent).toBe('Invalid username or password')
    expect(document.activeElement).toBe(alert)
    expect(readSession()).toBeNull()
    expect(onDone).not.toHaveBeenCalled()
  })

  const TOO_MANY = 'Too many attempts. Please try again later.'
  const BUSY = 'Too many people are signing in. Please try again.'
  const button = (label: RegExp | string) => screen.getByRole<HTMLButtonElement>('button', { name: label })

  it.each([
    [429, TOO_MANY],
    [503, BUSY],
  ])('counts down to the next attempt after a %i', async (status, error) => {
    const sent = reply(status, { error, code: 'x' }, { 'retry-after': '2' })
    const { user, submit } = await show()
    await user.type(name(), 'ada')
    await user.type(password(), 'lovelace')
    await submit()
    expect((await screen.findByRole('alert')).textContent).toBe(error)
    expect(isOff(button(/^Try again in [12] s$/))).toBe(true)
    // Nor by keyboard.
    await user.type(password(), '{Enter}')
    expect(sent).toHaveLength(1)
    reply()
    await waitFor(() => expect(isOff(button('Sign In'))).toBe(false))
    await submit()
    await waitFor(() => expect(readSession()?.token).toBe('secret'))
  })

  it('counts down for one name only', async () => {
    reply(429, { error: TOO_MANY, code: 'rate_limited' }, { 'retry-after': '125' })
    const { user, submit } = await show()
    await user.type(name(), 'ada')
    await user.type(password(), 'lovelace')
    await submit()
    await waitFor(() => expect(isOff(button(/^Try again in [12]:\d\d$/))).toBe(true))
    await user.type(name(), 'x')
    expect(isOff(button('Sign In'))).toBe(false)
    expect(screen.queryByRole('alert')).toBeNull()
  })

  it('does not wait without Retry-After', async () => {
    reply(429, { error: TOO_MANY, code: 'rate_limited' })
    const { user, submit } = await show()
    await user.type(name(), 'ada')
    await user.type(password(), 'lovelace')
    await submit()
    expect((await screen.findByRole('alert')).textContent).toBe(TOO_MANY)
    expect(isOff(button('Sign In'))).toBe(false)
  })

  it.each([
    ['sign-in', 'Sign in failed'],
    ['create', 'Signup failed'],
  ] as const)('has a fallback text for a refusal without one: %s', async (mode, text) => {
    reply(400, {})
    const { user, submit } = await show(mode)
    await user.type(name(), 'ada')
    await user.type(password(), 'lovelace')
    if (mode === 'create') {
      await user.type(screen.getByLabelText('Repeat password'), 'lovelace')
      await user.click(screen.getByRole('checkbox'))
    }
    await submit()
    expect((await screen.findByRole('alert')).textContent).toBe(text)
  })

  it('takes a pasted password, and leaves it to a password manager', async () => {
    const { user } = await show()
    await user.click(password())
    await user.paste('correct horse battery staple')
    expect(password()).toHaveProperty('value', 'correct horse battery staple')
    expect(password().getAttribute('type')).toBe('password')
    const autocomplete = [name(), password()].map((field) => field.getAttribute('autocomplete'))
    expect(autocomplete).toEqual(['username', 'current-password'])
  })

  it('speaks of the bet slip only if there is something in it', async () => {
    const { unmount } = await show()
    expect(screen.getByText('Welcome back.')).toBeShown()
    unmount()
    writeSlip({ ...emptySlip, selections: [pick('e1', 'Arsenal')] })
    await show()
    expect(screen.getByText('Your bet slip will be here when you come back.')).toBeShown()
  })

  it('hands the name that was typed to Forgot password?', async () => {
    const { user } = await show()
    await user.type(name(), 'ada')
    await user.click(screen.getByRole('button', { name: 'Forgot password?' }))
    const asked = screen.getByRole('textbox', { name: 'Your username' })
    expect(asked).toHaveProperty('value', 'ada')
    await user.type(asked, 'x')
    await user.type(name(), 'y')
    expect(asked).toHaveProperty('value', 'adax')
  })

  it('shows the password on demand', async () => {
    const { user } = await show()
    await user.click(screen.getByRole('button', { name: 'Show password' }))
    expect(password().getAttribute('type')).toBe('text')
  })
})

describe('creating an account', () => {
  const fill = async ({ user }: Awaited<ReturnType<typeof show>>, second: string, first = 'lovelace') => {
    await user.type(name(), 'ada')
    await user.type(password(), first)
    await user.type(screen.getByLabelText('Repeat password'), second)
  }

  it('welcomes an adult', async () => {
    const sent = reply()
    const toasts: string[] = []
    const stop = receiveToasts(({ message }) => toasts.push(message))
    const page = await show('create')
    await fill(page, 'lovelace')
    await page.user.click(screen.getByRole('checkbox', { name: /18 years/ }))
    await page.submit()
    await waitFor(() => expect(page.onDone).toHaveBeenCalledOnce())
    expect(sent).toEqual([{ action: 'signup', username: 'ada', password: 'lovelace', adult: true }])
    expect(toasts).toEqual(['Registration successful! Welcome!'])
    stop()
  })

  it('requires the confirmation of age', async () => {
    const page = await show('create')
    await fill(page, 'lovelace')
    await page.submit()
    expect(await screen.findByRole('checkbox', { description: /at least 18 years old to create/ })).toBeShown()
    expect(page.onDone).not.toHaveBeenCalled()
  })

  it('reports a short password and a different repetition at once', async () => {
    const page = await show('create')
    await fill(page, 'other', 'short')
    await page.submit()
    expect(await screen.findByText('Password must be at least 6 characters')).toBeShown()
    expect(screen.getByText('Passwords do not match')).toBeShown()
  })

  it.each([
    ['username_reserved', 'Username is reserved', name],
    ['username_lookalike', 'Username looks like one that is already taken', name],
    ['password_common', 'This password is one of the most common ones. Please choose another.', password],
  ] as const)('shows a refusal at its field: %s', async (code, error, field) => {
    reply(400, { error, code })
    const page = await show('create')
    await fill(page, 'lovelace')
    await page.user.click(screen.getByRole('checkbox'))
    await page.submit()
    const message = await screen.findByText(error)
    expect(document.activeElement).toBe(field())
    expect(field().getAttribute('aria-invalid')).toBe('true')
    expect(field().getAttribute('aria-describedby')).toBe(message.id)
    expect(screen.queryByRole('alert')).toBeNull()
    expect(page.onDone).not.toHaveBeenCalled()
  })

  it('keeps the input when switching, but not the errors', async () => {
    const page = await show('create')
    await page.user.type(name(), 'ad')
    await page.submit()
    expect(await screen.findByRole('textbox', { description: 'Username must be at least 3 characters' })).toBeShown()
    await page.user.click(screen.getByRole('tab', { name: 'Sign In' }))
    expect((name() as HTMLInputElement).value).toBe('ad')
    expect(screen.queryByText('Username must be at least 3 characters')).toBeNull()
  })
})
