// The request that opens the stream, and the messages that come back.
import type { Push } from '#services/contract/contract.ts'

export const streamUrl = (topics: string[]): URL =>
  new URL(`/api/stream?topics=${topics.map(encodeURIComponent).join(',')}`, location.origin)

/** Throws unless the response is an event stream: eventsource-client would read any body as one. */
export async function fetchStream(
  fetch: typeof globalThis.fetch,
  url: string | URL,
  init: RequestInit,
  refused: { unauthorized(): void; blocked(): void },
): Promise<Response> {
  const response = await fetch(url, init)
  const type = response.headers.get('content-type') ?? ''
  if (response.status !== 200 || !type.startsWith('text/event-stream')) {
    const body = await response.text()
    if (response.status === 401) refused.unauthorized()
    if (response.status === 403 && body.includes('"account_blocked"')) refused.blocked()
    throw new Error(`The stream was refused (${response.status}).`)
  }
  return response
}

/** Null for anything that is not a push. */
export function parsePush(data: string): Push | null {
  try {
    const push: unknown = JSON.parse(data)
    return typeof push === 'object' && push !== null && 'kind' in push ? (push as Push) : null
  } catch {
    return null
  }
}
