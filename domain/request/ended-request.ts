// What an account remembers of a request that ended.
import type { RequestOutcome } from './request-events.ts'

/** `reason`: commitment to the answer. */
export type EndedRequest = {
  readonly outcome: RequestOutcome
  readonly by: string
  readonly at: string
  readonly reason: string | null
}
