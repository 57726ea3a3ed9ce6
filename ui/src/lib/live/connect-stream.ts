// Connects the stream to the rest of the app: topics, session token, tab visibility, query cache. Loaded after the
// first paint.
import type { QueryClient } from '@tanstack/react-query'
import { endBlockedSession } from '../blocked.ts'
import { endRefused } from '../http/query-client.ts'
import { readSession, subscribeSession } from '../session.ts'
import { applyPushes } from './apply-pushes.ts'
import { firstGamesSince } from './first-games.ts'
import { LiveStream } from './live-stream.ts'
import { recordContact, setActiveStream, setStreamState } from './stream-state.ts'
import { readTopics, subscribeTopics } from './topics.ts'

/** Opens the stream; returns the function that closes it. */
export function connectStream(client: QueryClient): () => void {
  const stream = new LiveStream({
    onPushes: (pushes) => applyPushes(client, pushes),
    onContact: recordContact,
    onState: setStreamState,
    onUnauthorized: endRefused,
    onBlocked: endBlockedSession,
    since: firstGamesSince(),
  })
  const listen = () => {
    const session = readSession()
    // The server refuses every stream whose user must first change the password or set up a second factor.
    if (session?.passwordChangeRequired || session?.secondFactorSetupRequired) stream.listen([], null)
    else stream.listen(readTopics(), session?.token ?? null)
  }
  const onVisibility = () => stream.setVisible(document.visibilityState === 'visible')
  const onFocus = () => stream.resume()
  setActiveStream(stream)
  listen()
  onVisibility()
  const unsubscribeTopics = subscribeTopics(listen)
  const unsubscribeSession = subscribeSession(listen)
  document.addEventListener('visibilitychange', onVisibility)
  window.addEventListener('focus', onFocus)
  return () => {
    unsubscribeTopics()
    unsubscribeSession()
    document.removeEventListener('visibilitychange', onVisibility)
    window.removeEventListener('focus', onFocus)
    stream.close()
    setActiveStream(null)
  }
}
