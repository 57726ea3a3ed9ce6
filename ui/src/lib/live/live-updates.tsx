// Connects the stream to the application: topics, session token, tab visibility, query cache.
import { useQueryClient } from '@tanstack/react-query'
import { type ReactNode, useEffect } from 'react'
import type { z } from 'zod'
import type { Clock } from '#services/contract/contract.ts'
import { request } from '../http/request.ts'
import { expireSession, readSession, subscribeSession, useSession } from '../session.ts'
import { fallBackToLocalClock, setClock } from '../time/business-clock.ts'
import { applyPushes } from './apply-pushes.ts'
import { LiveStream } from './live-stream.ts'
import { recordPush, setActiveStream, setStreamState } from './stream-state.ts'
import { readTopics, subscribeTopics, useStreamTopic } from './topics.ts'

/** Mount once, inside the query client. */
export function LiveUpdates({ children }: { children: ReactNode }) {
  const client = useQueryClient()
  const isSignedIn = useSession() !== null
  useStreamTopic(isSignedIn ? 'me' : null)

  useEffect(() => {
    const stream = new LiveStream({
      onPushes: (pushes) => {
        recordPush()
        applyPushes(client, pushes)
      },
      onState: setStreamState,
      onUnauthorized: expireSession,
    })
    const listen = () => {
      const session = readSession()
      // The server refuses every stream with a token that must change its password first.
      if (session?.passwordChangeRequired) stream.listen([], null)
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
  }, [client])

  useEffect(() => {
    // The stream's first message brings the clock too; this one is for a first paint without the stream.
    request<z.infer<typeof Clock>>('/api/clock').then(setClock, fallBackToLocalClock)
  }, [])

  return children
}
