import type { OwnRequest } from '#services/contract/contract.ts'
import { requests } from '#ui/lib/messages/requests.ts'
import { Badge } from '../ui/badge.tsx'

const tones = { open: 'warning', done: 'accent', declined: 'lost', withdrawn: 'neutral' } as const

/** The state of a request as a badge. */
export function RequestState({ state }: { state: OwnRequest['state'] }) {
  return <Badge tone={tones[state]}>{requests.state[state]}</Badge>
}
