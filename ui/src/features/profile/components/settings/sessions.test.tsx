import { screen, within } from '@testing-library/react'
import { HttpResponse, http } from 'msw'
import { describe, expect, it } from 'vitest'
import { renderPage } from '#ui/testing/render.tsx'
import { server } from '#ui/testing/server.ts'
import { Sessions } from './sessions.tsx'

const aSession = (id: string, userAgent: string, current = false) => ({
  id,
  userAgent,
  signedInAt: '2026-11-20T14:00:00.000Z',
  usedAt: '2026-11-21T15:00:00.000Z',
  current,
})
const HERE = aSession('here', 'Mozilla/5.0 (X11; Linux x86_64) Chrome/143.0.0.0 Safari/537.36', true)
const PHONE = aSession('phone', 'Mozilla/5.0 (iPhone; CPU iPhone OS 18_0) Version/18.0 Safari/604.1')
const TABLET = aSession('tablet', 'Mozilla/5.0 (Linux; Android 15) Firefox/140.0')

/** A server with these sessions, which ends them on request. */
function serve(...sessions: (typeof HERE)[]) {
  let open = sessions
  server.use(
    http.get('*/api/account/sessions', () => HttpResponse.json({ sessions: open })),
    http.post('*/api/account/sessions/end', async ({ request }) => {
      const body = (await request.json()) as { session?: string }
      open = open.filter(({ id, current }) => (body.session === undefined ? current : id !== body.session))
      return HttpResponse.json({ success: true })
    }),
  )
}
const rows = () => screen.getAllByRole('listitem').map((row) => row.textContent)

describe('the user’s sessions', () => {
  it('are listed by device and time; this one is marked, and cannot be ended here', async () => {
    serve(HERE, PHONE)
    await renderPage(<Sessions userId="ada" />)
    const [here, phone] = await screen.findAllByRole('listitem')
    expect(here!.textContent).toBe('Chrome on LinuxThis sessionSigned in Fri 20 Nov 15:00, last used Sat 21 Nov 16:00')
    expect(within(here!).queryByRole('button')).toBeNull()
    expect(within(phone!).getByRole('button', { name: 'End Safari on iPhone' })).toBeShown()
  })

  it('can be ended one by one, and the focus stays near the list', async () => {
    serve(HERE, PHONE, TABLET)
    const { user } = await renderPage(<Sessions userId="ada" />)
    await user.click(await screen.findByRole('button', { name: 'End Safari on iPhone' }))
    await expect.poll(rows).toHaveLength(2)
    expect(screen.queryByText('Safari on iPhone')).toBeNull()
    await expect
      .poll(() => document.activeElement)
      .toBe(screen.getByRole('region', { name: 'Where you are signed in' }))
  })

  it('can all be ended at once except this one, unless it is the only one', async () => {
    serve(HERE, PHONE, TABLET)
    const { user } = await renderPage(<Sessions userId="ada" />)
    await user.click(await screen.findByRole('button', { name: 'End all others' }))
    await expect.poll(rows).toHaveLength(1)
    expect(screen.queryByRole('button')).toBeNull()
  })

  it('say why one could not be ended', async () => {
    serve(HERE, PHONE)
    const { user } = await renderPage(<Sessions userId="ada" />)
    server.use(http.post('*/api/account/sessions/end', () => HttpResponse.json({ code: 'internal' }, { status: 500 })))
    await user.click(await screen.findByRole('button', { name: 'End Safari on iPhone' }))
    expect((await screen.findByRole('alert')).textContent).toBe('Failed to end the session')
  })
})
