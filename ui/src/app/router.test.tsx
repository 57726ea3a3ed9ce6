import { QueryClientProvider } from '@tanstack/react-query'
import { createMemoryHistory, createRouter, RouterProvider } from '@tanstack/react-router'
import { act, render, screen, waitFor, within } from '@testing-library/react'
import { userEvent } from '@testing-library/user-event'
import { HttpResponse, http } from 'msw'
import { beforeEach, describe, expect, it } from 'vitest'
import { bettingLimits } from '#ui/features/slip/testing/slip.harness.tsx'
import { readSession, startSession } from '#ui/lib/session.ts'
import { aGame, aUser } from '#ui/testing/factories.ts'
import { createTestClient } from '#ui/testing/render.tsx'
import { server } from '#ui/testing/server.ts'
import { routeTree } from '../routeTree.gen.ts'

const user = aUser()

beforeEach(() => {
  server.use(
    http.get('*/api/stream', () => new HttpResponse(null, { status: 503 })),
    http.get('*/api/clock', () => HttpResponse.json({ now: '2026-11-20T14:00:00.000Z', speed: 1 })),
    http.get('*/api/sports/feed', () => HttpResponse.json({ status: 'live', since: null })),
    http.get('*/api/sports/live', () => HttpResponse.json([])),
    http.get('*/api/sports/results', () => HttpResponse.json({ day: '2026-11-19', games: [] })),
    http.get('*/api/sports', () => HttpResponse.json([])),
    http.get('*/api/bets/my-bets', () => HttpResponse.json([])),
    http.get('*/api/bets/totals', () =>
      HttpResponse.json({ open: 0, openStake: 0, openReturn: 0, settled: 0, settledStake: 0, settledReturn: 0 }),
    ),
    http.get('*/api/bets/limits', () => HttpResponse.json(bettingLimits)),
    http.get('*/api/account/closing', () => HttpResponse.json({ requestedAt: null, balance: '65.00', openBets: 0 })),
    http.get('*/api/account/second-factor', () =>
      HttpResponse.json({ enabled: false, recoveryCodesLeft: null, required: false }),
    ),
    http.get('*/api/account/requests', () => HttpResponse.json({ requests: [] })),
    http.get('*/api/account/limits', () =>
      HttpResponse.json({ limits: [], break: null, perBet: { stake: null, payout: null } }),
    ),
    http.get('*/api/account/sessions', () => HttpResponse.json({ sessions: [] })),
    http.post('*/api/auth/auth', async ({ request }) => {
      const { action } = (await request.json()) as { action: string }
      if (action === 'verify-admin') return HttpResponse.json({ isAdmin: false })
      return HttpResponse.json({ user: readSession()?.user ?? user, token: 'secret' })
    }),
  )
})

/** Renders the whole app at an address. */
async function open(path: string) {
  const router = createRouter({ routeTree, history: createMemoryHistory({ initialEntries: [path] }) })
  render(
    <QueryClientProvider client={createTestClient()}>
      <RouterProvider router={router} />
    </QueryClientProvider>,
  )
  await waitFor(() => expect(router.state.status).toBe('idle'))
  return { router, user: userEvent.setup(), address: () => router.state.location.href }
}

describe('the addresses', () => {
  it.each([
    ['/live', '/livegames'],
    ['/bet-slip', '/betslip'],
  ])('%s leads to %s', async (from, to) => {
    const { address } = await open(from)
    await waitFor(() => expect(address()).toBe(to))
  })

  it.each(['/nowhere', '/sports/soccer/nowhere'])('%s is not found, and links home', async (path) => {
    const { address, user: visitor } = await open(path)
    expect(await screen.findByRole('heading', { level: 1, name: 'Page not found' })).toBeShown()
    await visitor.click(screen.getByRole('link', { name: 'Go to the home page' }))
    await waitFor(() => expect(address()).toBe('/'))
  })

  it.each([
    ['/', 'Games of the Day and live odds'],
    ['/home', 'Today at a glance'],
    ['/livegames', /^Live Games/],
    ['/betslip', 'Bet slip'],
    ['/terms', 'Terms & Conditions'],
    ['/privacy', 'Privacy Policy'],
    ['/responsible-gambling', 'Responsible Gambling'],
    ['/sports', 'Sports & Leagues'],
    ['/rules', 'House rules'],
    ['/results', 'Results'],
  ])('%s is open to everybody', async (path, title) => {
    await open(path)
    expect(await screen.findByRole('heading', { level: 1, name: title })).toBeShown()
  })
})

describe('an unknown search parameter', () => {
  const chosen = () => screen.getByRole('button', { pressed: true }).textContent

  it.each([
    ['/livegames?sport=curling', 'All Sports'],
    ['/livegames?sport=', 'All Sports'],
    ['/sports/soccer?region=', 'All Leagues'],
  ])('%s shows %s', async (path, all) => {
    await open(path)
    await screen.findByRole('heading', { level: 1 })
    expect(chosen()).toContain(all)
    expect(document.body.textContent).not.toContain('curling')
  })

  it.each(['/', '/home', '/leagues/soccer_epl'])('filters no games by start: %s', async (page) => {
    const game = aGame({ home_team: 'Arsenal', commence_time: '2026-11-20T18:00:00.000Z' })
    server.use(
      http.get('*/api/sports', ({ request }) => HttpResponse.json(new URL(request.url).search === '' ? [] : [game])),
      http.get('*/api/sports/soccer_epl', () => HttpResponse.json([game])),
    )
    await open(`${page}?when=someday`)
    expect(await screen.findByText('Arsenal')).toBeShown()
  })

  it.each(['status=pending', 'time=ever', 'kind=system', 'sport=S%26M'])('filters no bets: %s', async (filter) => {
    const asked: string[] = []
    server.use(
      http.get('*/api/bets/my-bets', ({ request }) => {
        const { search } = new URL(request.url)
        // Requested beside the list: the bets settled since the last visit.
        if (!search.startsWith('?list=')) asked.push(search)
        return HttpResponse.json([])
      }),
    )
    startSession({ user, token: 'secret' })
    await open(`/my-bets?tab=settled&${filter}`)
    await screen.findByRole('tab', { name: /^Settled Bets/, selected: true })
    await waitFor(() => expect(asked.length).toBeGreaterThan(0))
    expect(new Set(asked)).toEqual(new Set(['']))
  })

  it('does not keep anybody from signing in', async () => {
    const { address, user: visitor } = await open('/login?mode=guest&redirect=//elsewhere.example')
    expect(await screen.findByRole('heading', { level: 1, name: 'Sign In' })).toBeShown()
    await visitor.click(screen.getByRole('tab', { name: 'Create Account' }))
    await waitFor(() => expect(address()).toBe('/login?mode=create'))
  })
})

describe('what a user chooses on a page is a step back', () => {
  it.each([
    ['/my-bets', /^Open Bets/, /^Settled Bets/, '/my-bets?tab=settled'],
    ['/profile', 'Overview', 'Settings', '/profile?tab=settings'],
  ])('a tab of %s', async (path, first, other, shown) => {
    startSession({ user, token: 'secret' })
    const { router, address, user: visitor } = await open(path)
    await visitor.click(await screen.findByRole('tab', { name: other }))
    await waitFor(() => expect(address()).toBe(shown))
    act(() => router.history.back())
    await waitFor(() => expect(address()).toBe(path))
    expect(await screen.findByRole('tab', { name: first, selected: true })).toBeShown()
  })
})

describe('pages for those who are signed in', () => {
  it.each(['/my-bets', '/profile', '/admin'])('%s asks to sign in', async (path) => {
    const { address } = await open(path)
    await waitFor(() => expect(address()).toBe(`/login?redirect=${encodeURIComponent(path)}`))
  })

  it('are returned to after signing in', async () => {
    const { address, user: visitor } = await open('/profile?tab=settings')
    await visitor.type(await screen.findByRole('textbox', { name: 'Username' }), 'ada')
    await visitor.type(screen.getByLabelText('Password'), 'lovelace')
    await visitor.click(screen.getByRole('button', { name: 'Sign In' }))
    await waitFor(() => expect(address()).toBe('/profile?tab=settings'))
    expect(await screen.findByRole('heading', { level: 1, name: 'ada' })).toBeShown()
  })

  it('never lead to another site', async () => {
    const { router, user: visitor } = await open('/login?redirect=https://elsewhere.example/')
    await visitor.type(await screen.findByRole('textbox', { name: 'Username' }), 'ada')
    await visitor.type(screen.getByLabelText('Password'), 'lovelace')
    await visitor.click(screen.getByRole('button', { name: 'Sign In' }))
    await waitFor(() => expect(router.state.location.href).toBe('/'))
  })

  it('are left when signing out', async () => {
    startSession({ user, token: 'secret' })
    const { address, user: visitor } = await open('/profile?tab=settings')
    await visitor.click(await screen.findByRole('button', { name: 'Sign Out' }))
    await waitFor(() => expect(readSession()).toBeNull())
    expect(address()).toBe('/')
  })

  it('do not show the sign-in form to a signed-in user', async () => {
    startSession({ user, token: 'secret' })
    const { address } = await open('/login?redirect=/my-bets')
    await waitFor(() => expect(address()).toBe('/my-bets'))
  })

  it('show the back office only to admins', async () => {
    startSession({ user, token: 'secret' })
    await open('/admin')
    expect(await screen.findByText('Access Denied: Admin privileges required')).toBeShown()
  })
})

describe('a generated password', () => {
  const required = { error: 'Please choose a password of your own first.', code: 'password_change_required' }
  /** Refuses the first token everything but the change itself, as the server does. */
  function serve() {
    const refusal = () => HttpResponse.json(required, { status: 403 })
    server.use(
      http.get('*/api/bets/*', ({ request }) =>
        request.headers.get('authorization') === 'Bearer second' ? HttpResponse.json([]) : refusal(),
      ),
      http.post('*/api/auth/auth', async ({ request }) => {
        const { action } = (await request.json()) as { action: string }
        if (action === 'signin') return HttpResponse.json({ user, token: 'first', passwordChangeRequired: true })
        if (action === 'change-password') return HttpResponse.json({ user, token: 'second' })
        return action === 'signout' ? HttpResponse.json({ success: true }) : refusal()
      }),
    )
  }
  const heading = () => screen.findByRole('heading', { level: 1, name: 'Choose your password' })
  async function change(visitor: ReturnType<typeof userEvent.setup>) {
    await visitor.type(screen.getByLabelText('Current password'), 'generated')
    await visitor.type(screen.getByLabelText('New password'), 'my own password')
    await visitor.type(screen.getByLabelText('Repeat new password'), 'my own password')
    await visitor.click(screen.getByRole('button', { name: 'Change password' }))
  }

  it('must be changed right after signing in, then leads to the requested page', async () => {
    serve()
    const { address, user: visitor } = await open('/profile?tab=settings')
    await visitor.type(await screen.findByRole('textbox', { name: 'Username' }), 'ada')
    await visitor.type(screen.getByLabelText('Password'), 'generated')
    await visitor.click(screen.getByRole('button', { name: 'Sign In' }))
    expect(await heading()).toBeShown()
    expect(address()).toBe(`/change-password?redirect=${encodeURIComponent('/profile?tab=settings')}`)
    await change(visitor)
    await waitFor(() => expect(address()).toBe('/profile?tab=settings'))
    expect(readSession()).toEqual({ user, token: 'second' })
  })

  it.each(['/', '/sports', '/my-bets', '/admin', '/betslip', '/terms'])('closes every other page: %s', async (path) => {
    serve()
    startSession({ user, token: 'first', passwordChangeRequired: true })
    const { router } = await open(path)
    expect(await heading()).toBeShown()
    await router.navigate({ to: '/terms' })
    expect(await heading()).toBeShown()
  })

  it('must be changed when any call says so, also after a reload', async () => {
    serve()
    startSession({ user, token: 'first' })
    const { address } = await open('/my-bets')
    expect(await heading()).toBeShown()
    expect(address()).toBe(`/change-password?redirect=${encodeURIComponent('/my-bets')}`)
    expect(localStorage.getItem('fairbook.password-change')).toBe('first')
  })

  it('can be left by signing out', async () => {
    serve()
    startSession({ user, token: 'first', passwordChangeRequired: true })
    const { address, user: visitor } = await open('/')
    await heading()
    await visitor.click(screen.getByRole('button', { name: 'Sign Out' }))
    await waitFor(() => expect(address()).toContain('/login'))
    expect(readSession()).toBeNull()
    expect(localStorage.getItem('fairbook.password-change')).toBeNull()
  })

  it('is not asked of anonymous visitors', async () => {
    const anonymous = await open('/change-password')
    await waitFor(() => expect(anonymous.address()).toContain('/login'))
  })

  it('once changed, is changed in the profile', async () => {
    startSession({ user, token: 'secret' })
    const { address } = await open('/change-password')
    await waitFor(() => expect(address()).toBe('/'))
  })
})

describe('a required second factor', () => {
  it('is set up before anything else, when any call says so', async () => {
    const required = { error: 'Please set up two-step sign-in first.', code: 'second_factor_setup_required' }
    let isSetUp = false
    server.use(
      http.get('*/api/bets/*', () => (isSetUp ? HttpResponse.json([]) : HttpResponse.json(required, { status: 403 }))),
      http.post('*/api/auth/auth', () => HttpResponse.json(required, { status: 403 })),
      http.post('*/api/account/second-factor/begin', () =>
        HttpResponse.json({ factor: 'f', secret: 'JBSWY3DP', uri: 'otpauth://totp/Fairbook:ada?secret=JBSWY3DP' }),
      ),
      http.post('*/api/account/second-factor/confirm', () => {
        isSetUp = true
        return HttpResponse.json({ recoveryCodes: ['AAAA-BBBB'] })
      }),
    )
    startSession({ user, token: 'first' })
    const { address, router, user: visitor } = await open('/my-bets')
    const heading = () => screen.findByRole('heading', { level: 1, name: 'Set up two-step sign-in' })
    expect(await heading()).toBeShown()
    expect(address()).toBe(`/second-factor?redirect=${encodeURIComponent('/my-bets')}`)
    expect(localStorage.getItem('fairbook.second-factor')).toBe('first')
    await router.navigate({ to: '/terms' })
    expect(await heading()).toBeShown()
    await visitor.type(await screen.findByLabelText('Current password'), 'lovelace{Enter}')
    await visitor.type(await screen.findByRole('textbox', { name: 'Code from the app' }), '123456{Enter}')
    await visitor.click(await screen.findByRole('button', { name: 'I have stored them' }))
    await waitFor(() => expect(address()).toBe('/terms'))
    expect(readSession()).toEqual({ user, token: 'first' })
    expect(localStorage.getItem('fairbook.second-factor')).toBeNull()
  })
})

describe('the header', () => {
  it('invites anonymous visitors', async () => {
    await open('/terms')
    expect(await screen.findByRole('link', { name: 'Sign In' })).toBeShown()
    expect(screen.getByRole('link', { name: 'Join Now' })).toBeShown()
  })

  it('leads everywhere, and so does the navigation of phones and the footer', async () => {
    await open('/terms')
    await screen.findByRole('link', { name: 'Sign In' })
    const linksOf = (place: HTMLElement) =>
      within(place)
        .getAllByRole('link')
        .map((link) => `${link.textContent} ${link.getAttribute('href')}`)
    const [wide, phone] = screen.getAllByRole('navigation', { name: 'Main' })
    expect(linksOf(wide!)).toEqual([
      'Home /',
      'Sports /sports',
      'My Bets /my-bets',
      expect.stringMatching(/^Live.* \/livegames$/),
      'Profile /profile',
    ])
    expect(linksOf(phone!)).toEqual(['Home /', 'Live /livegames', 'My Bets /my-bets', 'Profile /profile'])
    expect(screen.getByText('Real-time odds, live scores and analytics.')).toBeShown()
    const footer = linksOf(screen.getByRole('navigation', { name: 'Footer' }))
    for (const link of [
      'Live Betting /live',
      'Terms & Conditions /terms',
      'Privacy Policy /privacy',
      'Responsible Gambling /responsible-gambling',
    ])
      expect(footer).toContain(link)
  })

  it('counts what is in the slip, and opens it', async () => {
    const { user: visitor } = await open('/terms')
    await visitor.click(
      await screen.findByRole('button', { name: 'BET 0 selections in the bet slip', expanded: false }),
    )
    expect(await screen.findByText('Your bet slip is empty.')).toBeShown()
    expect(screen.getByRole('button', { name: /^BET/, expanded: true })).toBeShown()
  })

  it('has a menu with Profile and My Bets for signed-in users', async () => {
    startSession({ user, token: 'secret' })
    const { user: visitor } = await open('/terms')
    await visitor.click(await screen.findByRole('button', { name: 'Account of ada' }))
    const items = await screen.findAllByRole('menuitem')
    expect(items.map((item) => item.textContent)).toEqual(['Profile', 'My Bets', 'Sign Out'])
  })

  it("shows a bettor's balance, in euros", async () => {
    startSession({ user, token: 'secret' })
    await open('/terms')
    expect(await screen.findByText('€65.00')).toBeShown()
    expect(screen.queryByRole('link', { name: 'Sign In' })).toBeNull()
  })

  it("hides an admin's", async () => {
    startSession({ user: { ...user, is_admin: true }, token: 'secret' })
    await open('/terms')
    expect(await screen.findByRole('button', { name: /Account of ada/ })).toBeShown()
    expect(screen.queryByText('€65.00')).toBeNull()
  })

  it('switches the theme, and remembers it', async () => {
    const { user: visitor } = await open('/terms')
    await visitor.click(await screen.findByRole('button', { name: 'Switch to light theme' }))
    expect(document.documentElement.dataset.theme).toBe('light')
    expect(localStorage.getItem('fairbook.theme')).toBe('light')
    await visitor.click(screen.getByRole('button', { name: 'Switch to dark theme' }))
    expect(document.documentElement.dataset.theme).toBe('dark')
  })
})
