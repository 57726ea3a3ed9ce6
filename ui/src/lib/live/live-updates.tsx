// Ties the stream to the application: topics of what is mounted, the session's token, the tab's visibility, the cache.
import { useQueryClient } from '@tanstack/react-query'
import { type ReactNode, useEffect, useSyncExternalStore } from 'react'
import type { z } from 'zod'
import type { Clock } from '#services/contract/contract.ts'
import { request } from '../http/request.ts'
import { endSessionOf, readSession, subscribeSession, useSession } from '../session.ts'
import { assumeClock, setClock } from '../time/business-clock.ts'
import { applyPushes } from './apply-pushes.ts'
import { LiveStream, type StreamState } from './live-stream.ts'

const wanted = new Map<string, number>()
const topicListeners = new Set<() => void>()
let state: StreamState = 'off'
let lastPushAt: number | null = null
let mounted: LiveStream | null = null
const stateListeners = new Set<() => void>()

function changeTopic(topic: string, by: 1 | -1) {
  const count = (wanted.get(topic) ?? 0) + by
  if (count > 0) wanted.set(topic, count)
  else wanted.delete(topic)
  for (const listener of topicListeners) listener()
}

/** Listens to a topic while the component is mounted: 'live', 'event:<id>', 'admin'. Null listens to nothing. */
export function useStreamTopic(topic: string | null): void {
  useEffect(() => {
    if (topic === null) return
    changeTopic(topic, 1)
    return () => changeTopic(topic, -1)
  }, [topic])
}

/** Whether pushes arrive, for the note beside live games. */
export function useStreamState(): StreamState {
  return useSyncExternalStore(
    (listener) => {
      stateListeners.add(listener)
      return () => stateListeners.delete(listener)
    },
    () => state,
  )
}

/** When something was pushed last, in milliseconds of this machine's clock; null before the first time. */
export function lastPush(): number | null {
  return lastPushAt
}

/** Opens a stream again that gave way to a newer one. */
export const resumeStream = (): void => mounted?.resume()

/** Mount once, inside the query client. */
export function LiveData({ children }: { children: ReactNode }) {
  const client = useQueryClient()
  const signedIn = useSession() !== null
  useStreamTopic(signedIn ? 'me' : null)

  useEffect(() => {
    const stream = new LiveStream({
      onPushes: (pushes) => {
        lastPushAt = Date.now()
        applyPushes(client, pushes)
      },
      onState: (next) => {
        state = next
        for (const listener of stateListeners) listener()
      },
      onUnauthorized: (token) => {
        endSessionOf(token)
      },
    })
    const listen = () => {
      const session = readSession()
      // with such a token every stream is refused
      if (session?.passwordChangeRequired) stream.listen([], null)
      else stream.listen([...wanted.keys()], session?.token ?? null)
    }
    mounted = stream
    const onVisibility = () => stream.setVisible(document.visibilityState === 'visible')
    listen()
    onVisibility()
    topicListeners.add(listen)
    const unsubscribe = subscribeSession(listen)
    document.addEventListener('visibilitychange', onVisibility)
    const onFocus = () => stream.resume()
    window.addEventListener('focus', onFocus)
    return () => {
      topicListeners.delete(listen)
      unsubscribe()
      document.removeEventListener('visibilitychange', onVisibility)
      window.removeEventListener('focus', onFocus)
      stream.close()
      mounted = null
    }
  }, [client])

  useEffect(() => {
    // The stream's greeting brings the clock too; this one is for a first paint without the stream.
    request<z.infer<typeof Clock>>('/api/clock').then(setClock, assumeClock)
  }, [])

  return children
}
