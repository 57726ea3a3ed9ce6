import { screen, within } from '@testing-library/react'
import { HttpResponse, http } from 'msw'
import { beforeEach, describe, expect, it } from 'vitest'
import { startSession } from '#ui/lib/session.ts'
import { aUser } from '#ui/testing/factories.ts'
import { renderPage } from '#ui/testing/render.tsx'
import { server } from '#ui/testing/server.ts'
import { SecondFactorSetting } from './second-factor-setting.tsx'

const URI = 'otpauth://totp/Fairbook:ada?issuer=Fairbook&secret=JBSWY3DPEHPK3PXP&algorithm=SHA1&digits=6&period=30'
const CODES = Array.from({ length: 10 }, (_, at) => `${at}AAA-BBBB-CCCC-DDDD-EEEE-FFFF`)
const sent: { path: string; body: unknown }[] = []
let status: { enabled: boolean; recoveryCodesLeft: number | null; required: boolean }

beforeEach(() => {
  sent.length = 0
  status = { enabled: false, recoveryCodesLeft: null, required: false }
  const refuse = (code: string, error: string) => HttpResponse.json({ code, error }, { status: 403 })
  server.use(
    http.get('*/api/account/second-factor', () => HttpResponse.json(status)),
    http.post('*/api/account/second-factor/:call', async ({ request, params }) => {
      const body = (await request.json()) as { password?: string; code?: string }
      sent.push({ path: String(params.call), body })
      if (body.password !== undefined && body.password !== 'lovelace')
        return refuse('password_wrong', 'The current password is wrong')
      if (body.code === '000000') return refuse('second_factor_wrong', 'The code is wrong, or has already been used')
      if (params.call === 'begin') return HttpResponse.json({ factor: 'f', secret: 'JBSWY3DPEHPK3PXP', uri: URI })
      status = { ...status, enabled: params.call !== 'disable', recoveryCodesLeft: 10 }
      return HttpResponse.json(params.call === 'disable' ? { success: true } : { recoveryCodes: CODES })
    }),
  )
})

async function open() {
  startSession({ user: aUser(), token: 't' })
  const view = await renderPage(<SecondFactorSetting userId="a" />)
  await screen.findByText(/^(On\.|Off)/)
  const press = async (name: string) => view.user.click(await screen.findByRole('button', { name }))
  return { ...view, press }
}
const codeField = (name = 'Code from the app') => screen.findByRole('textbox', { name })

describe('two-step sign-in', () => {
  it('is set up with the password and a code, and shows its recovery codes once', async () => {
    const { user, press } = await open()
    await press('Set up')
    expect(await screen.findByLabelText('Current password')).toBe(document.activeElement)
    await user.keyboard('a guess{Enter}')
    expect(await screen.findByText('The current password is wrong')).toBeShown()
    await user.clear(screen.getByLabelText('Current password'))
    await user.keyboard('lovelace{Enter}')
    const picture = await screen.findByRole('img', { name: 'QR code for an authenticator app' })
    expect(picture.querySelector('path')!.getAttribute('d')).toMatch(/^(M\d+ \d+h1v1h-1z){400,}$/)
    expect(screen.getByText('JBSW Y3DP EHPK 3PXP')).toBeShown()
    expect(screen.getByText('Open it in the app on this phone').getAttribute('href')).toBe(URI)
    expect(await codeField()).toBe(document.activeElement)
    await user.keyboard('12345{Enter}')
    expect(await screen.findByText('Please enter the six-digit code that the app shows')).toBeShown()
    await user.clear(await codeField())
    await user.keyboard('000000{Enter}')
    expect(await screen.findByText('The code is wrong, or has already been used')).toBeShown()
    await user.clear(await codeField())
    await user.keyboard('123 456{Enter}')
    expect(await screen.findByText(CODES[9]!)).toBeShown()
    expect(document.activeElement?.textContent).toBe('Your recovery codes')
    expect(sent.at(-1)).toEqual({ path: 'confirm', body: { factor: 'f', code: '123 456' } })
    await press('I have stored them')
    expect(await screen.findByText('On. 10 recovery codes are left.')).toBeShown()
    expect(screen.queryByText(CODES[9]!)).toBeNull()
  })

  it('makes new recovery codes, with password and code', async () => {
    status = { enabled: true, recoveryCodesLeft: 1, required: false }
    const { user, press } = await open()
    expect(screen.getByText(/1 recovery code is left\. Make new/)).toBeShown()
    await press('New recovery codes')
    await user.type(await screen.findByLabelText('Current password'), 'lovelace')
    await user.type(await codeField('Code from the app, or a recovery code'), CODES[0]!)
    await press('Make new codes')
    expect(await screen.findByText(CODES[0]!)).toBeShown()
    expect(sent).toEqual([{ path: 'recovery-codes', body: { password: 'lovelace', code: CODES[0] } }])
  })

  it('is turned off with both', async () => {
    status = { enabled: true, recoveryCodesLeft: 10, required: false }
    const { user, press } = await open()
    await press('Turn off')
    const form = within(await screen.findByRole('form', { name: 'Turn off' }))
    await user.click(form.getByRole('button', { name: 'Turn off' }))
    expect(await form.findByText('Please enter a code')).toBeShown()
    expect(sent).toEqual([])
    await user.type(form.getByLabelText('Current password'), 'lovelace')
    await user.type(form.getByRole('textbox'), '123456')
    await user.click(form.getByRole('button', { name: 'Turn off' }))
    expect(await screen.findByText('Off')).toBeShown()
  })

  it.each(['New recovery codes', 'Turn off'])('returns the focus to %s when its form is cancelled', async (name) => {
    status = { enabled: true, recoveryCodesLeft: 10, required: false }
    const { user, press } = await open()
    await press(name)
    expect(await screen.findByLabelText('Current password')).toBe(document.activeElement)
    await user.click(screen.getByRole('button', { name: 'Cancel' }))
    expect(await screen.findByRole('button', { name })).toBe(document.activeElement)
  })

  it('cannot be turned off if it is required', async () => {
    status = { enabled: true, recoveryCodesLeft: 10, required: true }
    await open()
    expect(screen.getByText('Admins need it here: it cannot be turned off.')).toBeShown()
    expect(screen.queryByRole('button', { name: 'Turn off' })).toBeNull()
  })
})
