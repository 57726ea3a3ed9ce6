import type { Bet, Game } from '#services/contract/contract.ts'
import { check } from './check.ts'
import { enterAs, expect, newName, test } from './fixtures.ts'
import { take } from './taken.ts'

const euros = (amount: number) => `€${amount.toFixed(2)}`

type Outcome = Game['bookmakers'][number]['markets'][number]['outcomes'][number]

/** A total, because other tests bet on the match result, and voiding that would empty their slips. */
const overOf = ({ bookmakers }: Game): Outcome | undefined =>
  bookmakers
    .flatMap(({ markets }) => markets)
    .find(({ key }) => key === 'totals')
    ?.outcomes.find(({ name }) => name.startsWith('Over'))

const legOn = ({ id: eventId, sport_key, home_team, away_team, commence_time }: Game) => ({
  eventId,
  sport_key,
  gameTitle: `${home_team} vs ${away_team}`,
  commence_time,
})

/** 'Sat 28 Nov 05:25', by which the back office tells games of the same two teams apart; one of them may be over. */
const kickOff = ({ commence_time }: Game): string => {
  const told = (options: Intl.DateTimeFormatOptions) =>
    new Intl.DateTimeFormat('en-GB', { timeZone: 'Europe/Paris', ...options }).format(new Date(commence_time))
  const day = told({ weekday: 'short', day: 'numeric', month: 'short' }).replace(',', '')
  return `${day} ${told({ hour: '2-digit', minute: '2-digit', hourCycle: 'h23' })}`
}

// Contrast cannot be measured during transitions.
test.use({ contextOptions: { reducedMotion: 'reduce' } })

test('a market is voided with a preview and a reason: a single gets its stake back, a parlay goes on with its other leg', async ({
  page,
  people,
  games,
  request,
}) => {
  const bettor = await people.bettor(50)
  const ahead = () => games.startingWithin(30, 600)
  // The game of an earlier run of this test has no prices any more.
  let game: Game | undefined
  await expect
    .poll(async () => {
      game ??= (await ahead()).find((each) => overOf(each) !== undefined && take(each))
      return game
    })
    .toBeDefined()
  const other = (await ahead()).find(({ id }) => id !== game!.id)
  const headers = { Authorization: `Bearer ${bettor.token}` }
  // Repeated if the line has moved.
  const place = async (bodyOn: (over: Outcome) => object): Promise<Bet> => {
    let answer = ''
    await expect
      .poll(async () => {
        const data = bodyOn(overOf((await games.upcoming()).find(({ id }) => id === game!.id)!)!)
        const reply = await request.post('/api/bets/place-bet', { headers, data })
        answer = await reply.text()
        return reply.status() === 200 ? 'placed' : answer
      })
      .toBe('placed')
    return JSON.parse(answer)
  }
  await place(({ name, price, point }) => ({
    game: `${game!.home_team} vs ${game!.away_team}`,
    bet_type: 'totals',
    is_parlay: false,
    bet_amount: 20,
    odd: price,
    potential_win: 20 * price,
    selection: name,
    point,
    event_id: game!.id,
    sport_key: game!.sport_key,
    commence_time: game!.commence_time,
    legs: null,
    odds_policy: 'any',
  }))
  const { potential_win: taken, legs } = await place(({ name, price, point }) => ({
    ...{ game: '2-Leg Parlay', bet_type: 'parlay', is_parlay: true, bet_amount: 10, odds_policy: 'any' },
    ...{ odd: price * other!.odds!.home, potential_win: null, selection: null },
    ...{ event_id: null, sport_key: null, commence_time: null },
    legs: [
      { ...legOn(game!), marketName: 'totals', selection: name, point, price },
      { ...legOn(other!), marketName: 'h2h', selection: other!.home_team, price: other!.odds!.home },
    ],
  }))

  await enterAs(page, await people.admin())
  await page.goto('/admin/settlement')
  await page.getByRole('searchbox', { name: 'Find an event by team' }).fill(game!.home_team)
  await page
    .getByRole('button', { name: `${game!.home_team} vs ${game!.away_team}` })
    .filter({ hasText: kickOff(game!) })
    .click()
  await expect(
    page.getByRole('region', { name: `${game!.home_team} vs ${game!.away_team}`, exact: true }),
  ).toBeFocused()
  await page.getByRole('button', { name: 'Void a market' }).click()
  await page.getByRole('combobox', { name: 'Market' }).selectOption('totals')
  await expect(page.getByRole('region', { name: 'What it moves', exact: true })).toContainText('Total')
  const button = page.getByRole('button', { name: /^Void a market: €/ })
  await expect(button).toBeVisible()
  await check(page, 'what a decision moves')
  await button.click()
  await expect(page.getByText('Please say why')).toBeVisible()
  const reason = page.getByLabel('Reason')
  await expect(reason).toBeFocused()
  await reason.fill('a wrong price')
  // The server refuses, with a new preview, if another test has bet on this game meanwhile.
  await expect(async () => {
    // Bounded: while a slow reply is pending the button cannot be pressed, and afterwards it is gone.
    if (await button.isVisible()) await button.click({ timeout: 5_000 })
    await expect(page.getByText('✅ Market voided: its bets are refunded')).toBeVisible({ timeout: 5_000 })
  }).toPass()
  await expect(page.getByText('void: Over/Under Total')).toBeVisible()
  await enterAs(page, bettor)
  await page.goto('/my-bets')
  const open = page.getByRole('article', { name: /2-Leg Parlay, Pending/ })
  await expect(open).toContainText(`taken at ${euros(taken)}`)
  await expect(open).toContainText(euros(10 * legs![1]!.odds))
  await page.getByRole('tab', { name: /Settled/ }).click()
  await expect(page.getByRole('article', { name: /Refunded/ })).toContainText('€20.00')
})

// On one width only, so that one admin releases at a time: a market that another one has released is not announced.
test('suspended prices are released with a reason, and the audit trail shows by whom and why', {
  tag: '@desktop',
}, async ({ page, people }) => {
  const admin = await people.admin()
  const reason = `as ${newName('why')} has seen it`
  await enterAs(page, admin)
  // A suspension may end before it is released: then it tries another one.
  await expect(async () => {
    await page.goto('/admin/settlement')
    await page
      .getByRole('button', { name: /^Release / })
      .first()
      .click({ timeout: 10_000 })
    const dialog = page.getByRole('alertdialog')
    const confirm = dialog.getByRole('button', { name: /^Release / })
    await confirm.click({ timeout: 5_000 })
    await expect(dialog.getByText('Please say why')).toBeVisible({ timeout: 15_000 })
    await dialog.getByLabel('Reason').fill(reason, { timeout: 5_000 })
    const [answer] = await Promise.all([
      page.waitForResponse((reply) => reply.request().postData()?.includes(reason) === true),
      confirm.click({ timeout: 5_000 }),
    ])
    expect(answer.status()).toBe(200)
    await expect(dialog).toBeHidden({ timeout: 15_000 })
  }).toPass({ timeout: 180_000 })

  await page.goto('/admin/audit')
  await page.getByRole('searchbox', { name: 'Person, bet, reason, number' }).fill(reason)
  await expect(page.getByText(`${admin.user.username} released the suspended prices of`)).toBeVisible()
  await expect(page.getByText(reason)).toBeVisible()
})
