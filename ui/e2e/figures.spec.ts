import type { Game } from '#services/contract/contract.ts'
import { check } from './check.ts'
import { enterAs, expect, test } from './fixtures.ts'
import { place } from './place.ts'

const homeOf = (game: Game) => ({ game, selection: game.home_team, odd: game.odds!.home })

test('a bet appears in the ticker as it is placed, and in the liability', async ({ page, people, games, request }) => {
  const bettor = await people.bettor(500)
  await enterAs(page, await people.admin())
  const [game] = await games.startingWithin(60, 600)
  await page.goto('/admin/ticker')
  await expect(page.getByRole('heading', { level: 1, name: 'Live bets' })).toBeVisible()
  await expect(page.getByText('live', { exact: true })).toBeVisible()

  await place(request, bettor, homeOf(game!), 150)
  const list = page.getByRole('region', { name: 'Bets as they are placed', exact: true })
  const own = list.getByRole('link', { name: bettor.user.username })
  await expect(own).toHaveCount(1)
  await expect(list.getByText('€150.00', { exact: true }).first()).toHaveClass(/text-warning/)
  await check(page, 'the ticker with a big stake')
  await page.getByRole('button', { name: 'Pause' }).click()
  await place(request, bettor, homeOf(game!), 3.5)
  await expect(page.getByText(/^\d+ new bets?$/)).toBeVisible()
  await expect(own).toHaveCount(1)
  await page.getByRole('button', { name: 'Resume' }).click()
  await expect(own).toHaveCount(2)

  await page.goto(`/admin/liability?event=${game!.id}`)
  const outcomes = page.getByRole('region', { name: 'Outcomes', exact: true })
  await expect(outcomes.getByText(game!.home_team, { exact: true }).first()).toBeVisible()
  await check(page, 'the liability of a game')
  const download = page.waitForEvent('download')
  await page.getByRole('button', { name: /CSV/ }).click()
  expect((await download).suggestedFilename()).toBe('liability.csv')

  await page.goto('/admin/alerts')
  const alert = page.getByRole('listitem').filter({ hasText: `Big stake: ${bettor.user.username}, €150.00` })
  await alert.getByRole('link').click()
  await expect(page).toHaveURL(new RegExp(`/admin/users\\?user=${bettor.user.id}`))

  await page.goto('/admin/overview')
  await expect(page.getByRole('main').getByRole('heading', { name: /^House Profit/ })).toBeVisible()
  await expect(page.getByRole('slider')).toBeVisible()
  await check(page, 'the overview with bets')
  await page.goto('/admin/profit?by=market')
  await expect(page.getByRole('slider')).toBeVisible()
  await check(page, 'the profit by market')
})
