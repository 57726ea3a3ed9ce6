// Replies that fail.
import { setTimeout as delay } from 'node:timers/promises'
import type { AnswerFaultKind } from '../faults/game-fault.ts'
import { eventNotFound, FeedError, outOfCredits, tooFrequent, unknownSport } from './feed-errors.ts'
import type { Answer, Call, Route } from './routes.ts'

const GARBAGE = '<html><head><title>502 Bad Gateway</title></head><body><h1>502 Bad Gateway</h1></body></html>'

/** The reply to a call during a fault. Throws the provider's error if the fault is one. */
export async function afterFault(
  { kind, delayMs }: { kind: AnswerFaultKind; delayMs: number },
  route: Route,
  call: Call,
): Promise<Answer> {
  switch (kind) {
    case 'rate-limit':
      throw tooFrequent()
    case 'out-of-credits':
      throw outOfCredits()
    case 'not-found':
      throw call.params.id === undefined ? unknownSport() : eventNotFound()
    case 'server-error':
      throw new FeedError(503, 'SERVICE_UNAVAILABLE', 'Service Unavailable')
    case 'garbage':
      return { body: GARBAGE, cost: 0 }
    case 'slow':
      await delay(delayMs)
      return route.answer(call)
    case 'empty-league': {
      const answer = route.answer(call)
      return route.lists ? { body: [], cost: 0 } : answer
    }
  }
}
