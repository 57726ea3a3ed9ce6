// Every route of the product with its title, for tests and screenshots that go through all of them.
import type { Page } from '@playwright/test'
import { SECTIONS } from '#ui/features/admin/model/sections.ts'
import { expect, type Games } from './fixtures.ts'

/** An example of each address. A path that ends in an event is completed with a game of the feed when it is visited. */
export type Visit = {
  /** As in the route tree. */
  readonly route: string
  readonly path: string
  readonly title: string | RegExp
  /** Who may see it; a visitor by default. */
  readonly as?: 'bettor' | 'admin'
}

const EVENT = ':event'

export const VISITS: readonly Visit[] = [
  { route: '/', path: '/', title: 'Games of the Day and live odds' },
  { route: '/home', path: '/home', title: 'Today at a glance' },
  { route: '/sports', path: '/sports', title: 'Sports & Leagues' },
  { route: '/sports/$sportKey', path: '/sports/soccer', title: 'Football' },
  { route: '/leagues/$leagueKey', path: '/leagues/soccer_epl', title: /Premier League|EPL/ },
  { route: '/leagues/$leagueKey/events/$eventId', path: `/leagues/${EVENT}`, title: / vs / },
  { route: '/sports/$sportKey/events/$eventId', path: `/sports/${EVENT}`, title: / vs / },
  { route: '/livegames', path: '/livegames', title: 'Live Games' },
  { route: '/live', path: '/live', title: 'Live Games' },
  { route: '/results', path: '/results', title: /results/i },
  { route: '/rules', path: '/rules', title: /rules/i },
  { route: '/receipt', path: '/receipt', title: 'Check a receipt' },
  { route: '/betslip', path: '/betslip', title: 'Bet slip' },
  { route: '/bet-slip', path: '/bet-slip', title: 'Bet slip' },
  { route: '/login', path: '/login', title: /Sign In/i },
  { route: '/login', path: '/login?mode=create', title: /Create/ },
  { route: '/terms', path: '/terms', title: /Terms/ },
  { route: '/privacy', path: '/privacy', title: /Privacy/ },
  { route: '/responsible-gambling', path: '/responsible-gambling', title: /Responsible Gambling/i },
  { route: '/my-bets', path: '/my-bets', title: 'My Bets', as: 'bettor' },
  { route: '/profile', path: '/profile', title: 'Profile', as: 'bettor' },
  { route: '/change-password', path: '/change-password', title: /password|Games/i, as: 'bettor' },
  { route: '/second-factor', path: '/second-factor', title: /sign-in|Games/i, as: 'bettor' },
  { route: '/admin', path: '/admin', title: 'Back Office', as: 'admin' },
  ...SECTIONS.map(({ to, title }) => ({ route: to, path: to, title, as: 'admin' }) as const),
  { route: 'nowhere', path: '/nowhere', title: /not found/i },
]

/**
 * The address of a visit. An event's path gets a game of the feed: of football below /leagues, of another sport below
 * /sports.
 */
export async function addressOf({ path }: Visit, games: Games): Promise<string> {
  if (!path.endsWith(EVENT)) return path
  const ofFootball = path.startsWith('/leagues')
  const game = (await games.startingWithin(30, 240)).find(({ sport }) => (sport === 'soccer') === ofFootball)
  const key = ofFootball ? game!.league_key : game!.sport
  return path.replace(EVENT, `${key}/events/${game!.id}`)
}

/** Switches the theme, and waits until all colour transitions are over. */
export async function switchTheme(page: Page, theme: 'dark' | 'light'): Promise<void> {
  await page.evaluate(async (chosen) => {
    document.documentElement.dataset.theme = chosen
    await new Promise((frame) => requestAnimationFrame(() => requestAnimationFrame(frame)))
    const fading = document.getAnimations().filter((animation) => animation instanceof CSSTransition)
    await Promise.allSettled(fading.map(({ finished }) => finished))
  }, theme)
}

/** Waits for the heading, and until nothing is loading. */
export async function visit(page: Page, path: string): Promise<void> {
  await page.goto(path)
  await expect(page.getByRole('heading', { level: 1 }).first()).toBeAttached()
  await expect(page.getByText(/^Loading/)).toHaveCount(0)
}
