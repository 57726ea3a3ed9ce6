import { screen, waitFor, within } from '@testing-library/react'
import type { UserEvent } from '@testing-library/user-event'
import { HttpResponse, http } from 'msw'
import { beforeEach, describe, expect, it } from 'vitest'
import type { GameOfTheDay, GamesOfTheDay, LeagueBlacklist as Leagues } from '#services/contract/contract.ts'
import { aGame } from '#ui/testing/factories.ts'
import { isOff } from '#ui/testing/is-off.ts'
import { server } from '#ui/testing/server.ts'
import { expectStatus, open, resetServer, sent, serve } from '../../testing/admin.harness.tsx'
import { FRESH } from '../desk/table/table-props.ts'
import { GamesOfTheDayEditor, GamesOfTheDayPage } from './games-of-the-day.tsx'
import { LeagueBlacklist, LeagueBlacklistPage } from './league-blacklist.tsx'

const EPL = { key: 'soccer_epl', title: 'EPL', country: 'GB-ENG' }
const NBA = { key: 'basketball_nba', title: 'NBA', country: 'US' }
const game = (changes: Partial<GameOfTheDay> = {}): GameOfTheDay => ({
  id: 'a'.repeat(32),
  sport_key: 'soccer_epl',
  sport_title: 'EPL',
  home_team: 'Rovers',
  away_team: 'Wanderers',
  commence_time: '2026-11-23T18:30:15.000Z',
  odds: { home_team: 2.1, draw: 3.4, away_team: 3.6 },
  status: 'Not started',
  odds_confirmed: true,
  source: 'house',
  ...changes,
})

const UNSAVED = 'Not saved yet: bettors see the list as it was. Your changes stay here until you save or discard them.'

/** The replies to calls by `type`; null makes them fail. */
let games: GamesOfTheDay | null
let blacklist: Leagues | null
beforeEach(() => {
  sessionStorage.clear()
  resetServer()
  games = { games: [game(), game({ id: 'b'.repeat(32), source: 'feed', home_team: 'Arsenal' })], lastUpdated: null }
  blacklist = { availableLeagues: [EPL], blacklistedLeagues: [NBA] }
})

function serveOffer(reply?: Parameters<typeof serve>[0]) {
  serve(reply)
  server.use(
    http.get('/api/admin/dashboard', ({ request }) => {
      const type = new URL(request.url).searchParams.get('type')
      if (type === null) return undefined
      if (type === 'league-reach') return HttpResponse.json({ league: EPL, upcoming: 12, openBets: 1_204 })
      const answer = type === 'games-of-day' ? games : blacklist
      return answer === null
        ? HttpResponse.json({ error: '', code: 'internal' }, { status: 500 })
        : HttpResponse.json(answer)
    }),
    http.get('*/api/sports', () =>
      HttpResponse.json([{ key: 'soccer', title: 'Football', description: '', leagues: [EPL] }]),
    ),
  )
}

async function openEditor(reply?: Parameters<typeof serve>[0]) {
  serveOffer(reply)
  const view = await open(<GamesOfTheDayPage />, '/admin/games-of-the-day')
  const click = (name: string | RegExp) => view.user.click(screen.getByRole('button', { name }))
  return { ...view, click }
}

describe('the games of the day', () => {
  it('are loaded on demand where they are folded', async () => {
    serveOffer()
    const folded = (
      <>
        <h1>Games of the Day</h1>
        <GamesOfTheDayEditor />
      </>
    )
    const { user } = await open(folded, '/admin')
    expect(screen.getByText(/^Load the saved list, or begin a new one/)).toBeShown()
    await user.click(screen.getByRole('button', { name: 'Load Current Games' }))
    expect(await screen.findByText('Arsenal vs Wanderers')).toBeShown()
  })

  it('have the place of a list until it is there', async () => {
    const answer = Promise.withResolvers<Response>()
    serveOffer()
    server.use(http.get('/api/admin/dashboard', () => answer.promise))
    const { container } = await open(<GamesOfTheDayPage />, '/admin/games-of-the-day')
    await expectStatus('Loading Games of the Day...')
    expect(container.querySelectorAll('[data-opening] > *')).toHaveLength(8)
    // What is added now would be lost with the reply.
    expect(isOff(screen.getByRole('button', { name: 'Add New Game' }))).toBe(true)
    expect(isOff(screen.getByRole('button', { name: 'Pick a game of the feed' }))).toBe(true)
    answer.resolve(HttpResponse.json(games))
    expect(await screen.findByText('Arsenal vs Wanderers')).toBeShown()
    expect(container.querySelector('[data-opening]')).toBeNull()
    expect(isOff(screen.getByRole('button', { name: 'Add New Game' }))).toBe(false)
  })

  it('are loaded, one is removed, and the rest saved', async () => {
    const { click, client } = await openEditor(() =>
      HttpResponse.json({ success: true, message: 'Games of the Day updated' }),
    )
    client.setQueryData(['games', 'games-of-the-day'], [aGame()])
    expect(await screen.findByText('Arsenal vs Wanderers')).toBeShown()
    expect(screen.getByText(/^EPL · Mon 23 Nov 19:30 · /)).toBeShown()
    await waitFor(() =>
      expect((screen.getByLabelText('Start (Paris)') as HTMLInputElement).value).toBe('23 Nov 2026 19:30'),
    )
    await click('Remove game 2: Arsenal vs Wanderers')
    await click('Save Games of the Day')
    await expectStatus('✅ Games of the Day updated')
    expect(sent.map(({ body }) => body)).toEqual([
      {
        action: 'update-games-of-day',
        games: [
          {
            id: 'a'.repeat(32),
            sport_key: 'soccer_epl',
            home_team: 'Rovers',
            away_team: 'Wanderers',
            commence_time: '2026-11-23T18:30:15.000Z',
            odds: { home_team: 2.1, draw: 3.4, away_team: 3.6 },
            odds_confirmed: true,
          },
        ],
        lastUpdated: null,
      },
    ])
    expect(sent[0]?.key).toMatch(/./)
    // the main page fetches its list again
    expect(client.getQueryState(['games', 'games-of-the-day'])?.isInvalidated).toBe(true)
  })

  it('are not saved over a list that another admin saved meanwhile, and keep the input', async () => {
    const [loaded, own] = ['2026-11-20T12:00:00.000Z', '2026-11-20T12:05:00.000Z']
    const changed = 'Another list has been saved since this one was loaded. Load the current games and change those.'
    games = { games: [game()], lastUpdated: loaded }
    let isOther = false
    const { click, user } = await openEditor(() => {
      if (isOther) return HttpResponse.json({ error: changed, code: 'games_changed' }, { status: 409 })
      // Reloading fails, so the reply has to suffice.
      games = null
      return HttpResponse.json({ success: true, message: 'Games of the Day updated', lastUpdated: own })
    })
    await click('Load Current Games')
    const type = async (odds: string) => {
      const field = await screen.findByLabelText('Home odds')
      await user.clear(field)
      await user.type(field, odds)
    }
    await type('2.50')
    await click('Save Games of the Day')
    await waitFor(() => expect(sent).toHaveLength(1))
    await waitFor(() => expect(screen.queryByText(UNSAVED)).toBeNull())
    await type('2.60')
    isOther = true
    await click('Save Games of the Day')
    await expectStatus(`❌ Error: ${changed}`)
    expect(sent.map(({ body }) => 'lastUpdated' in body && body.lastUpdated)).toEqual([loaded, own])
    expect((screen.getByLabelText('Home odds') as HTMLInputElement).value).toBe('2.60')
    expect(screen.getByText(UNSAVED)).toBeShown()
  })

  it('are highlighted if a save changed them', async () => {
    const { click, user } = await openEditor(() => {
      games = {
        games: [game({ odds: { home_team: 2.5, draw: 3.4, away_team: 3.6 } }), games!.games[1]!],
        lastUpdated: null,
      }
      return HttpResponse.json({ success: true, message: 'Games of the Day updated' })
    })
    await click('Load Current Games')
    const item = (title: string) => screen.getByRole('heading', { name: title }).closest('li')!
    await screen.findByText('Arsenal vs Wanderers')
    expect(item('Rovers vs Wanderers').className).not.toContain(FRESH)
    const odds = await screen.findByLabelText('Home odds')
    await user.clear(odds)
    await user.type(odds, '2.50')
    expect(item('Rovers vs Wanderers').className).not.toContain(FRESH)
    await click('Save Games of the Day')
    await waitFor(() => expect(item('Rovers vs Wanderers').className).toContain(FRESH))
    expect(item('Arsenal vs Wanderers').className).not.toContain(FRESH)
  })

  it('include a game of the house, whose default odds are offered only once confirmed', async () => {
    games = { games: [], lastUpdated: null }
    const unconfirmed = game({ home_team: 'United', odds: { home_team: 2, away_team: 2 }, odds_confirmed: false })
    const { click, user } = await openEditor(() => {
      games = { games: [unconfirmed], lastUpdated: '2026-11-20T12:00:00.000Z' }
      return HttpResponse.json({ success: true, message: 'Games of the Day updated' })
    })
    await expectStatus('No unsaved changes.')
    await click('Add New Game')
    expect(screen.getByLabelText('League')).toBe(document.activeElement)
    await click('Save Games of the Day')
    await expectStatus('❌ Error: Please fill in all fields')
    const missing = ['League', 'Home team', 'Away team', 'Start (Paris)'].map((label) => screen.getByLabelText(label))
    expect(missing.map((field) => field.getAttribute('aria-invalid'))).toEqual(['true', 'true', 'true', 'true'])
    expect(screen.getAllByText('Please fill this in')).toHaveLength(4)
    expect(screen.getByLabelText('Home odds').getAttribute('aria-invalid')).toBeNull()
    await waitFor(() => expect(document.activeElement).toBe(missing[0]))
    await screen.findByRole('option', { name: 'EPL' })
    await user.selectOptions(screen.getByLabelText('League'), 'soccer_epl')
    await user.type(screen.getByLabelText('Home team'), 'United')
    expect(screen.getByLabelText('Home team').getAttribute('aria-invalid')).toBeNull()
    await user.type(screen.getByLabelText('Away team'), 'City')
    await screen.findByRole('button', { name: 'Calendar for Start (Paris)' })
    await user.type(screen.getByLabelText('Start (Paris)'), 'soon')
    await click('Save Games of the Day')
    await expectStatus('❌ Error: Please fill in all fields')
    await user.clear(screen.getByLabelText('Start (Paris)'))
    await user.type(screen.getByLabelText('Start (Paris)'), '24.11.2026 20:45')
    expect((screen.getByLabelText('Home odds') as HTMLInputElement).value).toBe('2')
    await click('Save Games of the Day')
    await screen.findByText('United vs Wanderers')
    await user.click(screen.getByLabelText('Offer these odds to bettors'))
    await click('Save Games of the Day')
    const saved = sent.flatMap(({ body }) => (body.action === 'update-games-of-day' ? [body.games[0]] : []))
    expect(saved).toMatchObject([
      { commence_time: '2026-11-24T19:45:00.000Z', odds: { home_team: 2, away_team: 2 }, odds_confirmed: false },
      { home_team: 'United', odds_confirmed: true },
    ])
  })

  it('are kept as left, for the admin who edits them, until they are saved or discarded', async () => {
    const { click, user, unmount } = await openEditor()
    expect(isOff(screen.getByRole('button', { name: 'Discard changes' }))).toBe(true)
    await click('Load Current Games')
    await screen.findByText('No unsaved changes.')
    await click('Add New Game')
    await user.type(screen.getByLabelText('Home team'), 'United')
    await expectStatus(UNSAVED)
    unmount()

    const again = await openEditor()
    expect((screen.getByLabelText('Home team') as HTMLInputElement).value).toBe('United')
    await expectStatus(UNSAVED)
    // Loading asks before it replaces unsaved changes.
    await again.click('Load Current Games')
    await again.user.click(within(await screen.findByRole('alertdialog')).getByRole('button', { name: 'Cancel' }))
    expect(screen.getByLabelText('Home team')).toBeShown()
    await again.click('Discard changes')
    expect(screen.queryByLabelText('Home team')).toBeNull()
    expect(screen.getByText('Arsenal vs Wanderers')).toBeShown()
    again.unmount()

    await openEditor()
    await expectStatus('No unsaved changes.')
    expect(screen.queryByLabelText('Home team')).toBeNull()
  })

  it('require a changed price to be confirmed again, and to be valid', async () => {
    const { click, user } = await openEditor()
    await click('Load Current Games')
    const odds = await screen.findByLabelText('Home odds')
    expect((screen.getByLabelText('Offer these odds to bettors') as HTMLInputElement).checked).toBe(true)
    await user.clear(odds)
    await user.type(odds, '1.01')
    expect((screen.getByLabelText('Offer these odds to bettors') as HTMLInputElement).checked).toBe(false)
    await click('Save Games of the Day')
    expect(odds.getAttribute('aria-invalid')).toBe('true')
    await expectStatus('❌ Error: Odds must be from 1.02 to 9,999,999,999.99, with at most two decimals')
    expect(sent).toEqual([])
  })

  it('include a listed game, found by its teams or its league', async () => {
    const { click, user } = await openEditor()
    server.use(
      http.get('*/api/sports', () =>
        HttpResponse.json([
          aGame({ id: 'b'.repeat(32), home_team: 'Arsenal', away_team: 'Wanderers' }),
          aGame({ id: 'c'.repeat(32), home_team: 'Atlético Madrid', away_team: 'Getafe', league_key: 'soccer_spain' }),
          aGame({ id: 'd'.repeat(32), home_team: 'Boston', away_team: 'Utah' }),
        ]),
      ),
    )
    await click('Load Current Games')
    await screen.findByText('Arsenal vs Wanderers')
    await click('Pick a game of the feed')
    const found = within(await screen.findByRole('region', { name: 'Pick a game of the feed' }))
    // Games that are in the list already cannot be picked again.
    await waitFor(() => expect(found.getAllByRole('button')).toHaveLength(2))
    await user.type(found.getByRole('searchbox', { name: 'Team or league' }), 'atletico')
    await waitFor(() => expect(found.getAllByRole('button')).toHaveLength(1))
    await user.click(found.getByRole('button', { name: /^Add Atlético Madrid vs Getafe/ }))
    expect(await found.findByText('No listed games match.')).toBeShown()
    await click('Save Games of the Day')
    const saved = sent.flatMap(({ body }) => (body.action === 'update-games-of-day' ? body.games : []))
    expect(saved.map(({ id }) => id)).toEqual(['a'.repeat(32), 'b'.repeat(32), 'c'.repeat(32)])
    expect(saved.at(-1)).toMatchObject({
      sport_key: 'soccer_spain',
      home_team: 'Atlético Madrid',
      odds_confirmed: false,
    })
  })

  it('show that they are being saved until the reply arrives', async () => {
    const answer = Promise.withResolvers<Response>()
    const { click } = await openEditor(() => answer.promise)
    await click('Load Current Games')
    await screen.findByText('Arsenal vs Wanderers')
    await click('Save Games of the Day')
    expect(isOff(await screen.findByRole('button', { name: 'Updating...' }))).toBe(true)
    answer.resolve(HttpResponse.json({ success: true, message: 'Games of the Day updated' }))
    await expectStatus('✅ Games of the Day updated')
    expect(screen.getByRole('button', { name: 'Save Games of the Day' })).toBeShown()
  })

  it('show what is missing and what failed', async () => {
    games = null
    const { click } = await openEditor(() => HttpResponse.json({ error: '', code: 'internal' }, { status: 500 }))
    expect((await screen.findByRole('alert')).textContent).toContain('Failed to load Games of the Day')
    await click('Save Games of the Day')
    await expectStatus('❌ Error: No games to update')
    await click('Try again')
    await waitFor(() => expect(isOff(screen.getByRole('button', { name: 'Load Current Games' }))).toBe(false))
    expect(screen.getByRole('alert').textContent).toContain('Failed to load Games of the Day')
    await click('Add New Game')
    await click(/Remove game 1/)
    await click('Save Games of the Day')
    await expectStatus('❌ Error: Failed to update Games of the Day')
  })
})

describe('the league blacklist', () => {
  const list = (name: string) => within(screen.getByRole('region', { name }))
  async function openBlacklist(reply?: Parameters<typeof serve>[0]) {
    serveOffer(reply)
    return open(<LeagueBlacklistPage />, '/admin/league-blacklist')
  }

  async function confirm(user: UserEvent, listed: string, button: string, action: string) {
    await user.click(list(listed).getByRole('button', { name: button }))
    await user.click(within(await screen.findByRole('alertdialog')).getByRole('button', { name: action }))
  }

  it('is loaded on demand where it is folded', async () => {
    serveOffer()
    const folded = (
      <>
        <h1>League Blacklist</h1>
        <LeagueBlacklist />
      </>
    )
    const { user } = await open(folded, '/admin')
    expect(screen.queryByText(/Leagues/)).toBeNull()
    await user.click(screen.getByRole('button', { name: 'Load' }))
    expect(await screen.findByText('Blacklisted Leagues (1)')).toBeShown()
  })

  it('finds a league while one types', async () => {
    const { user } = await openBlacklist()
    await user.type(await screen.findByRole('searchbox', { name: 'Find a league' }), 'epl')
    await waitFor(() => expect(list('Blacklisted Leagues').queryByText('NBA')).toBeNull())
    expect(list('Blacklisted Leagues').getByText('None')).toBeShown()
    expect(list('Available Leagues').getByText('EPL')).toBeShown()
    expect(screen.getByText('Blacklisted Leagues (1)')).toBeShown()
  })

  it('moves leagues from one list to the other', async () => {
    const { user } = await openBlacklist(() => {
      blacklist = { availableLeagues: [], blacklistedLeagues: [EPL, NBA] }
      return HttpResponse.json({ success: true, message: 'EPL is blacklisted' })
    })
    await screen.findByText('Available Leagues (1)')
    await user.click(list('Available Leagues').getByRole('button', { name: 'Blacklist: EPL' }))
    const asked = within(await screen.findByRole('alertdialog', { name: 'Blacklist EPL?' }))
    expect((await asked.findByText('Upcoming games')).nextSibling?.textContent).toBe('12')
    expect(asked.getByText('Open bets on its games').nextSibling?.textContent).toBe('1,204')
    expect(sent).toEqual([])
    await user.type(asked.getByRole('textbox', { name: 'Reason (optional)' }), 'doubts')
    await user.click(asked.getByRole('button', { name: 'Blacklist' }))
    await expectStatus('✅ EPL is blacklisted')
    expect(await screen.findByText('Blacklisted Leagues (2)')).toBeShown()
    await confirm(user, 'Blacklisted Leagues', 'Unblacklist: NBA', 'Unblacklist')
    await waitFor(() => expect(sent).toHaveLength(2))
    expect(sent.map(({ body }) => body)).toEqual([
      { action: 'blacklist', leagueKey: 'soccer_epl', reason: 'doubts' },
      { action: 'unblacklist', leagueKey: 'basketball_nba' },
    ])
  })

  it('shows what failed', async () => {
    const { user } = await openBlacklist(() => HttpResponse.json({ error: '', code: 'internal' }, { status: 500 }))
    await screen.findByText('Available Leagues (1)')
    await confirm(user, 'Available Leagues', 'Blacklist: EPL', 'Blacklist')
    await expectStatus('❌ Error: Failed to blacklist league')
    await confirm(user, 'Blacklisted Leagues', 'Unblacklist: NBA', 'Unblacklist')
    await expectStatus('❌ Error: Failed to unblacklist league')
  })

  it('says that it could not be loaded', async () => {
    blacklist = null
    await openBlacklist()
    await expectStatus('❌ Error: Failed to load league blacklist')
  })
})
