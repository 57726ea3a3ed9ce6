import { act, screen, waitFor } from '@testing-library/react'
import { HttpResponse, http } from 'msw'
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest'
import type { FeedStatus } from '#services/contract/contract.ts'
import { feedStatusQuery } from '#ui/data/feed.ts'
import { recordContact, setStreamState } from '#ui/lib/live/stream-state.ts'
import { setClock } from '#ui/lib/time/business-clock.ts'
import { OFFLINE_MS } from '#ui/model/freshness.ts'
import { NOW } from '#ui/testing/factories.ts'
import { renderPage } from '#ui/testing/render.tsx'
import { server } from '#ui/testing/server.ts'
import { FreshnessNote } from './freshness-note.tsx'

const serve = (status: FeedStatus) => server.use(http.get('*/api/sports/feed', () => HttpResponse.json(status)))
const spoken = () => screen.getByRole('status').textContent
beforeEach(() => {
  setClock({ now: NOW, speed: 1 })
  setStreamState('live')
  server.use(http.get('*/api/sports/live', () => HttpResponse.json([])))
})
afterEach(() => {
  vi.useRealTimers()
  act(() => setStreamState('off'))
})

describe('how fresh the prices are', () => {
  it.each<[FeedStatus['status'], string, string, string]>([
    ['delayed', '2026-11-20T13:05:00.000Z', 'Delayed since 14:05', 'Prices delayed since 14:05'],
    ['offline', '2026-11-20T13:05:00.000Z', 'Offline since 14:05', 'Feed offline since 14:05'],
    ['offline', '2026-11-18T13:05:00.000Z', 'Offline since Wed 18 Nov 14:05', 'Feed offline since Wed 18 Nov 14:05'],
  ])('is told where the feed is %s since %s', async (status, since, text, announced) => {
    serve({ status, since })
    await renderPage(<FreshnessNote />)
    await screen.findByText(text)
    expect(spoken()).toBe(announced)
  })

  it('is live while all is well, and again when trouble is over', async () => {
    serve({ status: 'delayed', since: NOW })
    const { client } = await renderPage(<FreshnessNote />)
    await screen.findByText(/^Delayed since/)
    serve({ status: 'live', since: null })
    await client.refetchQueries(feedStatusQuery())
    await screen.findAllByText('Prices live')
    expect(spoken()).toBe('')
  })

  it('is not claimed until it is known', async () => {
    server.use(http.get('*/api/sports/feed', () => new HttpResponse(null, { status: 503 })))
    const { client, container } = await renderPage(<FreshnessNote />)
    await waitFor(() => expect(client.getQueryState(feedStatusQuery().queryKey)?.status).toBe('error'))
    expect(container.textContent).toBe('')
  })

  it('is the time since the last update, once the connection is lost', async () => {
    serve({ status: 'live', since: null })
    server.use(http.get('*/api/sports/live', () => HttpResponse.error()))
    recordContact()
    await renderPage(<FreshnessNote />)
    await screen.findAllByText('Prices live')
    act(() => setStreamState('delayed'))
    screen.getByText(/^Delayed · last update \d+ s ago$/)
    expect(spoken()).toBe('Prices delayed')
    const at = Date.now() + OFFLINE_MS
    vi.spyOn(Date, 'now').mockReturnValue(at)
    act(() => setStreamState('paused'))
    act(() => setStreamState('delayed'))
    await screen.findByText('Offline · last update 2 min ago')
    vi.restoreAllMocks()
  })
})
