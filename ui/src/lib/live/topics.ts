// The stream topics of all mounted components.
import { useEffect } from 'react'
import { Listeners } from '../listeners.ts'

const counts = new Map<string, number>()
const listeners = new Listeners()

export const subscribeTopics = listeners.subscribe
export const readTopics = (): string[] => [...counts.keys()]

function changeCount(topic: string, by: 1 | -1) {
  const count = (counts.get(topic) ?? 0) + by
  if (count > 0) counts.set(topic, count)
  else counts.delete(topic)
  listeners.notify()
}

/** Subscribes to a topic while the component is mounted: 'live', 'me', 'event:<id>', 'admin'. Null: none. */
export function useStreamTopic(topic: string | null): void {
  useEffect(() => {
    if (topic === null) return
    changeCount(topic, 1)
    return () => changeCount(topic, -1)
  }, [topic])
}
