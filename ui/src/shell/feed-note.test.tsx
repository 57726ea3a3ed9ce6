import { screen, waitFor } from '@testing-library/react'
import { HttpResponse, http } from 'msw'
import { beforeEach, describe, expect, it } from 'vitest'
import type { FeedStatus } from '#services/contract/contract.ts'
import { feedStatusQuery } from '#ui/data/feed.ts'
import { setClock } from '#ui/lib/time/business-clock.ts'
import { NOW } from '#ui/testing/factories.ts'
import { renderPage } from '#ui/testing/render.tsx'
import { server } from '#ui/testing/server.ts'
import { FeedNote } from './feed-note.tsx'

const serve = (status: FeedStatus) => server.use(http.get('*/api/sports/feed', () => HttpResponse.json(status)))
beforeEach(() => setClock({ now: NOW, speed: 1 }))

describe('the line below the header', () => {
  it.each<[FeedStatus['status'], string, string]>([
    ['delayed', '2026-11-20T13:05:00.000Z', 'Prices delayed since 14:05'],
    ['offline', '2026-11-20T13:05:00.000Z', 'Feed offline since 14:05'],
    ['offline', '2026-11-18T13:05:00.000Z', 'Feed offline since Wed 18 Nov 14:05'],
  ])('says that the feed is %s since %s', async (status, since, text) => {
    serve({ status, since })
    await renderPage(<FeedNote />)
    expect(await screen.findByText(text)).toBeShown()
    expect(screen.getByRole('status').textContent).toBe(text)
  })

  it('is not there while all is well, and goes when it is over', async () => {
    serve({ status: 'delayed', since: NOW })
    const { client } = await renderPage(<FeedNote />)
    await screen.findByText(/Prices delayed/)
    serve({ status: 'live', since: null })
    await client.refetchQueries(feedStatusQuery())
    await waitFor(() => expect(screen.getByRole('status').textContent).toBe(''))
  })

  it('claims nothing where it does not know', async () => {
    server.use(http.get('*/api/sports/feed', () => new HttpResponse(null, { status: 503 })))
    const { client } = await renderPage(<FeedNote />)
    await waitFor(() => expect(client.getQueryState(feedStatusQuery().queryKey)?.status).toBe('error'))
    expect(screen.getByRole('status').textContent).toBe('')
  })
})
