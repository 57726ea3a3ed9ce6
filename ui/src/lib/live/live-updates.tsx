// Opens the app's stream of pushes, and fetches the time if nothing has brought it yet.
import { useQueryClient } from '@tanstack/react-query'
import { type ReactNode, useEffect } from 'react'
import type { z } from 'zod'
import type { Clock } from '#services/contract/contract.ts'
import { request } from '../http/request.ts'
import { useSession } from '../session.ts'
import { fallBackToLocalClock, isClockSynced, setClock } from '../time/business-clock.ts'
import { setStreamState } from './stream-state.ts'
import { useStreamTopic } from './topics.ts'

/** Renders its children unchanged. Mount once, inside the query client. */
export function LiveUpdates({ children }: { children: ReactNode }) {
  const client = useQueryClient()
  const isSignedIn = useSession() !== null
  useStreamTopic(isSignedIn ? 'me' : null)

  useEffect(() => {
    let isMounted = true
    let disconnect = () => {}
    import('./connect-stream.ts').then(
      ({ connectStream }) => {
        if (isMounted) disconnect = connectStream(client)
      },
      // If its code cannot be loaded there are no pushes: the lists are as fresh as their last replies.
      () => setStreamState('delayed'),
    )
    return () => {
      isMounted = false
      disconnect()
    }
  }, [client])

  useEffect(() => {
    // The first games and the stream's first message bring the time too; this is for a first paint without them.
    if (isClockSynced()) return
    request<z.infer<typeof Clock>>('/api/clock').then(setClock, fallBackToLocalClock)
  }, [])

  return children
}
