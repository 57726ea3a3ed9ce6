import { screen } from '@testing-library/react'
import { HttpResponse, http } from 'msw'
import { beforeEach, describe, expect, it } from 'vitest'
import { startSession, useSession } from '#ui/lib/session.ts'
import { aUser } from '#ui/testing/factories.ts'
import { renderPage } from '#ui/testing/render.tsx'
import { server } from '#ui/testing/server.ts'
import { EmailSetting } from './email-setting.tsx'

const sent: { email: string | null; password: string }[] = []
const PASSWORD = 'lovelace'

beforeEach(() => {
  sent.length = 0
  server.use(
    http.post('*/api/account/email', async ({ request }) => {
      const body = (await request.json()) as (typeof sent)[number]
      sent.push(body)
      if (body.password !== PASSWORD)
        return HttpResponse.json({ code: 'password_wrong', error: 'The current password is wrong' }, { status: 403 })
      const { email: _, ...user } = signedIn
      return HttpResponse.json({ user: body.email === null ? user : { ...user, email: body.email } })
    }),
  )
})

let signedIn = aUser()
function Setting() {
  const user = useSession()?.user
  return user === undefined ? null : <EmailSetting user={user} />
}
async function open(email?: string) {
  signedIn = aUser(email === undefined ? {} : { email })
  startSession({ user: signedIn, token: 't' })
  return renderPage(<Setting />)
}
const emailField = () => screen.getByRole<HTMLInputElement>('textbox', { name: 'Email' })

describe('one’s own email address', () => {
  it('is added with the password, and shown', async () => {
    const { user } = await open()
    expect(screen.getByText('Not provided')).toBeShown()
    await user.click(screen.getByRole('button', { name: 'Add email' }))
    expect(document.activeElement).toBe(emailField())
    await user.keyboard('ada@example.org')
    await user.type(screen.getByLabelText('Current password'), PASSWORD)
    await user.click(screen.getByRole('button', { name: 'Save email' }))
    expect(await screen.findByText('ada@example.org')).toBeShown()
    expect(sent).toEqual([{ email: 'ada@example.org', password: PASSWORD }])
    expect(document.activeElement).toBe(screen.getByRole('button', { name: 'Change email' }))
  })

  it('is not sent if it is not an address, or the password is missing', async () => {
    const { user } = await open()
    await user.click(screen.getByRole('button', { name: 'Add email' }))
    await user.keyboard('ada{Enter}')
    expect(await screen.findByText('Please enter a valid email address')).toBeShown()
    expect(screen.getByText('Please enter your current password')).toBeShown()
    expect(document.activeElement).toBe(emailField())
    expect(sent).toEqual([])
  })

  it('is removed with the password, which the server checks', async () => {
    const { user } = await open('ada@example.org')
    await user.click(screen.getByRole('button', { name: 'Change email' }))
    expect(emailField().value).toBe('ada@example.org')
    await user.type(screen.getByLabelText('Current password'), 'a guess')
    await user.click(screen.getByRole('button', { name: 'Remove' }))
    expect(await screen.findByText('The current password is wrong')).toBeShown()
    await expect.poll(() => document.activeElement).toBe(screen.getByLabelText('Current password'))
    await user.clear(screen.getByLabelText('Current password'))
    await user.type(screen.getByLabelText('Current password'), PASSWORD)
    await user.click(screen.getByRole('button', { name: 'Remove' }))
    expect(await screen.findByText('Not provided')).toBeShown()
    expect(sent.at(-1)).toEqual({ email: null, password: PASSWORD })
  })

  it('stays as it was when the form is cancelled', async () => {
    const { user } = await open('ada@example.org')
    await user.click(screen.getByRole('button', { name: 'Change email' }))
    await user.clear(emailField())
    await user.click(screen.getByRole('button', { name: 'Cancel' }))
    expect(screen.getByText('ada@example.org')).toBeShown()
    expect(document.activeElement).toBe(screen.getByRole('button', { name: 'Change email' }))
    expect(sent).toEqual([])
  })
})
