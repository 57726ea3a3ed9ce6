// A second factor, from the settings to the next sign-in. The codes are those that an app would show for the key on the
// page.
import { TOTP } from 'otpauth'
import { enterAs, expect, test } from './fixtures.ts'

test('two-step sign-in is set up in Settings, and required at the next sign-in', async ({ page, people, context }) => {
  const bettor = await people.bettor(5)
  await enterAs(page, bettor)
  await page.goto('/profile?tab=settings')
  const setting = page.getByRole('region', { name: 'Two-step sign-in' })
  await setting.getByRole('button', { name: 'Set up' }).click()
  await setting.getByLabel('Current password').fill(bettor.password)
  await setting.getByRole('button', { name: 'Continue' }).click()
  const picture = setting.getByRole('img', { name: /QR code/ })
  // In both themes: scanners cannot read a light code on dark.
  await expect(picture).toHaveCSS('background-color', 'rgb(255, 255, 255)')
  await expect(picture).toHaveCSS('color', 'rgb(0, 0, 0)')
  const key = (await setting.getByText(/^([A-Z2-7]{4} ?){8}$/).textContent())!.replaceAll(' ', '')
  const totp = new TOTP({ secret: key })
  await setting.getByLabel('Code from the app').fill(totp.generate())
  await setting.getByRole('button', { name: 'Turn on' }).click()
  await expect(setting.getByRole('listitem')).toHaveCount(10)
  const codes = await setting.getByRole('listitem').allTextContents()
  await setting.getByRole('button', { name: 'I have stored them' }).click()
  await expect(setting.getByText('On. 10 recovery codes are left.')).toBeVisible()

  const browser = context.browser()!
  // The code after the one that was used: it works from now until a minute has passed, wherever a time step ends.
  for (const code of [totp.generate({ timestamp: Date.now() + 30_000 }), codes[0]!]) {
    const fresh = await browser.newContext({ baseURL: new URL(page.url()).origin })
    const signIn = await fresh.newPage()
    await signIn.goto('/login?redirect=/my-bets')
    await signIn.getByLabel('Username').fill(bettor.user.username)
    await signIn.getByLabel('Password', { exact: true }).fill(bettor.password)
    await signIn.getByRole('main').getByRole('button', { name: 'Sign In' }).last().click()
    await expect(signIn.getByRole('heading', { level: 1, name: 'Enter your code' })).toBeVisible()
    await signIn.getByLabel('Code from the app, or a recovery code').fill(code)
    await signIn.getByRole('button', { name: 'Sign In' }).click()
    await expect(signIn.getByRole('heading', { level: 1, name: 'My Bets' })).toBeVisible()
    await fresh.close()
  }
})
