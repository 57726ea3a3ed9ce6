import { QueryClient, QueryClientProvider } from '@tanstack/react-query'
import { act, cleanup, render, screen, waitFor } from '@testing-library/react'
import { afterEach, beforeEach, expect, it, vi } from 'vitest'
import { readSession, startSession } from '#ui/lib/session.ts'
import { receiveToasts } from '#ui/lib/toasts.ts'
import { FreshnessNote } from '#ui/shell/freshness-note.tsx'
import { aUser } from '#ui/testing/factories.ts'
import { LiveUpdates } from './live-updates.tsx'
import { useStreamTopic } from './topics.ts'

const hello = 'data: {"kind":"hello","clock":{"now":"2026-11-20T14:00:00.000Z","speed":1}}\n\n'
const closed = 'data: {"kind":"closed","reason":"too-many-streams"}\n\n'

let streams: ReadableStreamDefaultController<Uint8Array>[]
beforeEach(() => {
  streams = []
  vi.stubGlobal('fetch', async (url: string | URL) => {
    if (String(url).includes('/api/sports/feed')) return Response.json({ status: 'live', since: null })
    if (String(url).includes('/api/sports/live')) return Response.json([])
    if (!String(url).includes('/api/stream')) return Response.json({ now: '2026-11-20T14:00:00.000Z', speed: 1 })
    const body = new ReadableStream<Uint8Array>({ start: (controller) => void streams.push(controller) })
    return new Response(body, { headers: { 'content-type': 'text/event-stream' } })
  })
})
afterEach(() => {
  cleanup()
  vi.unstubAllGlobals()
})

function Page() {
  useStreamTopic('live')
  return <FreshnessNote />
}
const openPage = () =>
  render(
    <QueryClientProvider client={new QueryClient()}>
      <LiveUpdates>
        <Page />
      </LiveUpdates>
    </QueryClientProvider>,
  )
const send = (text: string) => act(async () => streams.at(-1)!.enqueue(new TextEncoder().encode(text)))

it.each([
  ['focuses the window', () => void window.dispatchEvent(new Event('focus'))],
  ['presses Resume', () => screen.getByRole('button', { name: 'Resume' }).click()],
])('a replaced stream is shown as paused, and reopens when the visitor %s', async (_, resume) => {
  openPage()
  await waitFor(() => expect(streams).toHaveLength(1))
  await send(hello)
  await screen.findAllByText('Prices live')
  await send(closed)
  await screen.findAllByText('Paused')
  expect(streams).toHaveLength(1)
  act(resume)
  await waitFor(() => expect(streams).toHaveLength(2))
  await send(hello)
  await screen.findAllByText('Prices live')
})

it('the visitor is told that the session was ended elsewhere', async () => {
  const told: string[] = []
  const stop = receiveToasts(({ message }) => void told.push(message))
  startSession({ user: aUser(), token: 'ended' })
  vi.stubGlobal('fetch', async () => Response.json({ code: 'x', error: 'Unauthorized' }, { status: 401 }))
  openPage()
  await waitFor(() => expect(told).toEqual(['Your session has ended. Please sign in again.']))
  expect(readSession()).toBeNull()
  stop()
})
