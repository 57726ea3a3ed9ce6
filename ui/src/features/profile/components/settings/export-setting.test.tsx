import { screen } from '@testing-library/react'
import { HttpResponse, http } from 'msw'
import { afterEach, describe, expect, it, vi } from 'vitest'
import { startSession } from '#ui/lib/session.ts'
import { aBet, aUser } from '#ui/testing/factories.ts'
import { renderPage } from '#ui/testing/render.tsx'
import { server } from '#ui/testing/server.ts'
import { ExportSetting } from './export-setting.tsx'

afterEach(() => {
  vi.restoreAllMocks()
})

/** Serves two pages of bets, and two of the statement. */
function serve() {
  const user = aUser({ email: 'ada@example.org' })
  startSession({ user, token: 't' })
  const bets = [aBet(), aBet({ status: 'won' })]
  server.use(
    http.post('*/api/auth/auth', () => HttpResponse.json({ user })),
    http.get('*/api/bets/my-bets', ({ request }) =>
      new URL(request.url).searchParams.has('after')
        ? HttpResponse.json([bets[1]])
        : HttpResponse.json([bets[0]], { headers: { link: '</api/bets/my-bets?after=1>; rel="next"' } }),
    ),
    http.get('*/api/account/statement', ({ request }) =>
      new URL(request.url).searchParams.get('before') === '7.0'
        ? HttpResponse.json({ lines: [{ id: '6.0' }], next: null })
        : HttpResponse.json({ lines: [{ id: '7.0' }], next: '7.0' }),
    ),
    http.get('*/api/account/sessions', () => HttpResponse.json({ sessions: [{ id: 's' }] })),
    http.get('*/api/account/requests', () => HttpResponse.json({ requests: [{ id: 'r' }] })),
  )
  return { user, bets }
}

describe('the export of own data', () => {
  it('is one file with everything, page by page', async () => {
    const { user: ada, bets } = serve()
    const files: { name: string; content: Promise<string> }[] = []
    let made: Blob | undefined
    vi.spyOn(URL, 'createObjectURL').mockImplementation((blob) => {
      made = blob as Blob
      return 'blob:own'
    })
    vi.spyOn(HTMLAnchorElement.prototype, 'click').mockImplementation(function (this: HTMLAnchorElement) {
      files.push({ name: this.download, content: made!.text() })
    })
    const { user } = await renderPage(<ExportSetting user={ada} />)
    await user.click(screen.getByRole('button', { name: 'Download my data' }))
    await expect.poll(() => files.length).toBe(1)
    expect(files[0]!.name).toMatch(/^fairbook-ada-\d{4}-\d\d-\d\d\.json$/)
    expect(JSON.parse(await files[0]!.content)).toEqual({
      exportedAt: expect.stringMatching(/^\d{4}-.*Z$/),
      account: ada,
      bets: JSON.parse(JSON.stringify(bets)),
      statement: [{ id: '7.0' }, { id: '6.0' }],
      sessions: [{ id: 's' }],
      requests: [{ id: 'r' }],
    })
  })

  it('saves no file if a part cannot be read, and says so', async () => {
    const { user: ada } = serve()
    server.use(http.get('*/api/account/requests', () => HttpResponse.json({ code: 'x' }, { status: 500 })))
    const click = vi.spyOn(HTMLAnchorElement.prototype, 'click')
    const { user } = await renderPage(<ExportSetting user={ada} />)
    await user.click(screen.getByRole('button', { name: 'Download my data' }))
    expect((await screen.findByRole('alert')).textContent).toBe('Failed to collect your data')
    expect(click).not.toHaveBeenCalled()
  })
})
