// Settings and stops: a change applies to the next action, and a stop to the next bet.
import type { Page } from '@playwright/test'
import { checkThemes } from './check.ts'
import { enterAs, expect, openSlip, placeSlip, test } from './fixtures.ts'

// Contrast cannot be measured during transitions.
test.use({ contextOptions: { reducedMotion: 'reduce' } })

test('a setting that a super admin changes applies to the next action', async ({ page, people }) => {
  const name = 'Goodwill of one admin per day'
  // A new value each time, which all runs below can live with: others may change it at the same moment.
  const bound = (5 + Math.floor(Math.random() * 300) / 100).toFixed(2)
  await enterAs(page, await people.superAdmin())
  await page.goto('/admin/settings')
  await page.getByRole('button', { name: `Change ${name}` }).click()
  const dialog = page.getByRole('alertdialog')
  await dialog.getByRole('textbox', { name: `${name} (€)` }).fill(bound)
  await expect(dialog.getByRole('heading')).toHaveText(`Set ${name} to €${bound}?`)
  await dialog.getByLabel('Reason').fill('too much was given')
  await checkThemes(page, 'a setting to confirm')
  await dialog.getByRole('button', { name: 'Change', exact: true }).click()
  await expect(page.getByText('✅ Settings changed: in force from now on')).toBeVisible()
  const changes = page.getByRole('region', { name: 'Changes', exact: true })
  await expect(changes).toContainText(`→ €${bound}`)

  const bettor = await people.bettor(20)
  await enterAs(page, await people.admin())
  await page.goto('/admin/settings')
  await expect(page.getByText('Betting is open everywhere.').or(page.getByText(/: stopped$/).first())).toBeVisible()
  await expect(page.getByRole('button', { name: `Change ${name}` })).toHaveCount(0)
  await page.goto(`/admin/users?user=${bettor.user.id}`)
  const ask = async (amount: string) => {
    await page.getByLabel('Goodwill amount').fill(amount)
    await page.getByRole('button', { name: 'Pay goodwill' }).click()
  }
  // Shown before any confirmation.
  await ask('9.00')
  await expect(page.getByText(/^You may pay €[\d.]+ more today: a super admin may pay more\.$/)).toBeVisible()
  await expect(page.getByRole('alertdialog')).toHaveCount(0)
  await ask('1.00')
  await page.getByLabel('Reason').fill('a late settlement')
  await page.getByRole('button', { name: 'Pay €1.00' }).click()
  await expect(page.getByText(`✅ €1.00 of goodwill paid to ${bettor.user.username}`)).toBeVisible()
})

test('a bet on a stopped game is refused with its text, and accepted once betting is resumed', async ({
  page,
  people,
  games,
  request,
  browser,
  baseURL,
}) => {
  const text = 'Betting on this event is stopped for the moment.'
  const game = await games.toStop()
  const what = `${game.home_team} vs ${game.away_team}`
  const bettor = await people.bettor(50)
  const admins = await browser.newContext({ ...(baseURL === undefined ? {} : { baseURL }), reducedMotion: 'reduce' })
  const desk = await admins.newPage()
  await enterAs(desk, await people.admin())
  await enterAs(page, bettor)
  await page.goto(`/leagues/${game.league_key}/events/${game.id}`)
  await page.getByRole('button', { name: `${game.home_team} – Match Result,` }).click()
  await openSlip(page)
  await page.getByLabel('Stake in euro').fill('5')
  const said = page.locator('[data-slip]').getByText(text)
  await expect(said).toHaveCount(0)

  await desk.goto('/admin/settings')
  await desk.getByRole('searchbox', { name: 'Find an event' }).fill(`${game.home_team} ${game.away_team}`)
  await desk.getByRole('combobox', { name: 'Event' }).selectOption(game.id)
  await desk.getByRole('button', { name: 'Stop', exact: true }).click()
  await turn(desk, `Stop betting: ${what}?`, 'Stop')
  await expect(desk.getByText('✅ Betting is stopped')).toBeVisible()
  await checkThemes(desk, 'a stop')
  // Shown before the press, and by the server to a client that goes around the screen.
  await expect(said.first()).toBeVisible()
  const { home_team, odds, id: event_id, sport_key, commence_time } = game
  const refused = await request.post('/api/bets/place-bet', {
    headers: { Authorization: `Bearer ${bettor.token}` },
    data: {
      ...{
        game: game.home_team,
        bet_type: 'h2h',
        is_parlay: false,
        bet_amount: 5,
        odd: odds!.home,
        potential_win: null,
      },
      ...{ selection: home_team, event_id, sport_key, commence_time, legs: null, odds_policy: 'any' },
    },
  })
  expect([refused.status(), (await refused.json()).error]).toEqual([409, text])

  await desk.getByRole('button', { name: `Resume: ${what}` }).click()
  await turn(desk, `Resume betting: ${what}?`, 'Resume')
  // The row is gone with its button; the focus must stay nearby.
  const switches = desk.getByRole('region', { name: 'Stop switches' })
  await expect.poll(() => switches.evaluate((part) => part.contains(document.activeElement))).toBe(true)
  await expect(desk.getByText('✅ Betting is resumed')).toBeVisible()
  await expect(said).toHaveCount(0)
  await expect(await placeSlip(page, '5')).toBeVisible()
  await admins.close()
})

async function turn(desk: Page, title: string, button: string) {
  const dialog = desk.getByRole('alertdialog', { name: title })
  await dialog.getByLabel('Reason').fill('a doubt about a player')
  await dialog.getByRole('button', { name: button, exact: true }).click()
}
