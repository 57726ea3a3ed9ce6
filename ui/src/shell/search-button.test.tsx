import { screen, waitFor, within } from '@testing-library/react'
import { HttpResponse, http } from 'msw'
import { beforeEach, describe, expect, it } from 'vitest'
import type { Game } from '#services/contract/contract.ts'
import { setClock } from '#ui/lib/time/business-clock.ts'
import { aGame, aLiveGame, NOW } from '#ui/testing/factories.ts'
import { renderPage } from '#ui/testing/render.tsx'
import { server } from '#ui/testing/server.ts'
import { SearchButton } from './search-button.tsx'

const leagues = [{ key: 'soccer_spain_la_liga', title: 'La Liga', country: 'ES' }]
const sports = [{ key: 'soccer', title: 'Football', description: '', leagues }]
const serve = (live: Game[], upcoming: Game[]) =>
  server.use(
    http.get('*/api/sports/live', () => HttpResponse.json(live)),
    http.get('*/api/sports', ({ request }) => HttpResponse.json(request.url.includes('upcoming') ? upcoming : sports)),
  )
const show = () =>
  renderPage(<SearchButton />, {
    wrap: (children) => (
      <>
        {children}
        <input aria-label="Stake" />
      </>
    ),
  })

beforeEach(() => {
  localStorage.clear()
  setClock({ now: NOW, speed: 1 })
})

describe('the search', () => {
  it('finds a team without its accent, and goes to the game by the keyboard alone', async () => {
    const atletico = aGame({ home_team: 'Atlético Madrid', away_team: 'Getafe' })
    serve([aLiveGame()], [atletico])
    const { user, router } = await show()
    await user.keyboard('{Control>}k{/Control}')
    const field = await screen.findByRole('combobox', { name: 'Search teams and leagues' })
    await waitFor(() => expect(document.activeElement).toBe(field))
    expect(await screen.findByText('Type the name of a team or a league.')).toBeShown()
    await user.keyboard('atletcio')
    const option = await screen.findByRole('option', { name: /Atlético Madrid/ })
    expect(option.textContent).toContain('Sat 21 Nov 16:00')
    await waitFor(() => expect(field.getAttribute('aria-activedescendant')).toBe(option.id))
    await user.keyboard('{Enter}')
    await waitFor(() => expect(router.state.location.pathname).toBe(`/leagues/soccer_epl/events/${atletico.id}`))
    await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull())
  })

  it('finds leagues and live games by a click, and says when there is nothing', async () => {
    serve([aLiveGame({ home_team: 'Laval' })], [])
    const { user, router } = await show()
    await user.click(screen.getByRole('button', { name: 'Search' }))
    const dialog = await screen.findByRole('dialog', { name: 'Search' })
    await user.type(within(dialog).getByRole('combobox'), 'la')
    expect(await within(dialog).findByRole('option', { name: /Laval.*31' LIVE/ })).toBeShown()
    await user.click(within(dialog).getByRole('option', { name: /La Liga/ }))
    await waitFor(() => expect(router.state.location.pathname).toBe('/leagues/soccer_spain_la_liga'))
    await user.click(screen.getByRole('button', { name: 'Search' }))
    await user.type(await screen.findByRole('combobox'), 'xyzzy')
    expect(await screen.findByText(/^Nothing found for "xyzzy"\./)).toBeShown()
  })

  it('opens by a slash, but not while something is typed', async () => {
    serve([], [])
    const { user } = await show()
    await user.click(screen.getByRole('textbox', { name: 'Stake' }))
    await user.keyboard('/')
    expect(screen.queryByRole('dialog')).toBeNull()
    await user.click(document.body)
    await user.keyboard('/')
    expect(await screen.findByRole('dialog', { name: 'Search' })).toBeShown()
    await user.keyboard('{Escape}')
    await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull())
  })

  it('says what failed, and tries again', async () => {
    server.use(
      http.get('*/api/sports/live', () => HttpResponse.json({ error: 'Out of order', code: 'x' }, { status: 400 })),
      http.get('*/api/sports', ({ request }) => HttpResponse.json(request.url.includes('upcoming') ? [] : sports)),
    )
    const { user } = await show()
    await user.click(screen.getByRole('button', { name: 'Search' }))
    expect((await screen.findByRole('alert')).textContent).toContain('Error: Out of order')
    await user.type(screen.getByRole('combobox'), 'torino')
    expect(screen.queryByText(/Nothing found/)).toBeNull()
    serve([aLiveGame()], [])
    await user.click(screen.getByRole('button', { name: 'Try again' }))
    expect(await screen.findByRole('option', { name: /Torino/ })).toBeShown()
  })
})
