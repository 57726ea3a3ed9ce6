// One stream of pushes per tab: opened for what is on the screen, closed while the tab is hidden, opened again with what
// was missed. Parsing is eventsource-client's; when to try again is ours.
import { createEventSource, type EventSourceClient } from 'eventsource-client'
import type { Push } from '#services/contract/contract.ts'

/**
 * 'off': nothing to listen to, or hidden. 'delayed': what is shown is only as fresh as the last reply. 'paused': as
 * delayed, until somebody turns to this tab: the stream gave way to a newer one.
 */
export type StreamState = 'off' | 'connecting' | 'live' | 'delayed' | 'paused'

export const WATCHDOG_MS = 35_000
const FIRST_BACKOFF_MS = 1_000
const LAST_BACKOFF_MS = 30_000
const SETTLE_MS = 50

export type StreamOptions = {
  /** What arrived since the last frame, in order. */
  onPushes: (pushes: Push[]) => void
  onState?: (state: StreamState) => void
  /** The stream was refused for its token. */
  onUnauthorized?: (token: string) => void
  fetch?: typeof globalThis.fetch
  random?: () => number
  /** Runs `flush` before the next paint. */
  onNextFrame?: (flush: () => void) => void
}

/** Between half and all of 1, 2, 4 … 30 seconds, so that browsers do not all come back at once. */
export function backoffMs(failures: number, random: () => number = Math.random): number {
  const ceiling = Math.min(LAST_BACKOFF_MS, FIRST_BACKOFF_MS * 2 ** failures)
  return ceiling / 2 + (ceiling / 2) * random()
}

export class LiveStream {
  private readonly options: StreamOptions
  private source: EventSourceClient | null = null
  private topics: string[] = []
  private token: string | null = null
  private visible = true
  private failures = 0
  private lastEventId: string | undefined
  private queue: Push[] = []
  private frameAsked = false
  private retryTimer: ReturnType<typeof setTimeout> | undefined
  private watchdog: ReturnType<typeof setTimeout> | undefined
  private state: StreamState = 'off'

  constructor(options: StreamOptions) {
    this.options = options
  }

  /** What to listen to, and as whom. Opens the stream again only when something of it is new. */
  listen(topics: string[], token: string | null): void {
    const next = [...new Set(topics)].sort()
    if (next.join() === this.topics.join() && token === this.token) return
    // What another visitor's stream has seen says nothing about this one's.
    if (token !== this.token) this.lastEventId = undefined
    this.topics = next
    this.token = token
    this.reopen(SETTLE_MS)
  }

  /** A hidden tab holds no connection; shown again it asks for what it missed. */
  setVisible(visible: boolean): void {
    if (visible === this.visible) return
    this.visible = visible
    this.reopen(0)
  }

  /** Somebody turned to this tab: a stream that gave way is opened again. */
  resume(): void {
    if (this.state === 'paused') this.reopen(0)
  }

  close(): void {
    this.topics = []
    this.drop()
    this.enter('off')
  }

  private reopen(delay: number): void {
    this.drop()
    this.failures = 0
    if (!this.visible || this.topics.length === 0) {
      this.enter('off')
      return
    }
    this.enter('connecting')
    this.retryTimer = setTimeout(() => this.open(), delay)
  }

  private open(): void {
    this.drop()
    const token = this.token
    // what one that was dropped still says counts no more: the end of what it had read is an end to it too
    const whileCurrent = (then: () => void) => {
      if (this.source === source) then()
    }
    const source = createEventSource({
      url: new URL(`/api/stream?topics=${this.topics.map(encodeURIComponent).join(',')}`, location.origin),
      headers: token ? { Authorization: `Bearer ${token}` } : {},
      ...(this.lastEventId === undefined ? {} : { initialLastEventId: this.lastEventId }),
      fetch: (url, init) => this.fetchStream(url, init as RequestInit, token),
      onMessage: (message) => whileCurrent(() => this.receive(message.data, message.id)),
      onComment: () => whileCurrent(() => this.alive()),
      // Called before the library would wait its own time: from here on the waiting is ours.
      onScheduleReconnect: () => whileCurrent(() => this.retry()),
    })
    this.source = source
    this.armWatchdog()
  }

  private async fetchStream(url: string | URL, init: RequestInit, token: string | null): Promise<Response> {
    const response = await (this.options.fetch ?? globalThis.fetch)(url, init)
    if (response.status === 401 && token) this.options.onUnauthorized?.(token)
    const type = response.headers.get('content-type') ?? ''
    if (response.status !== 200 || !type.startsWith('text/event-stream')) {
      await response.body?.cancel()
      throw new Error(`The stream was refused (${response.status}).`)
    }
    return response
  }

  private receive(data: string, id: string | undefined): void {
    this.alive()
    if (id !== undefined) this.lastEventId = id
    const push = parsePush(data)
    if (!push) return
    if (push.kind === 'closed') {
      // opening it again by itself would drive out the newer one, which would do the same, without end
      this.drop()
      this.enter('paused')
      return
    }
    this.queue.push(push)
    if (this.frameAsked) return
    this.frameAsked = true
    const ask = this.options.onNextFrame ?? ((flush: () => void) => void requestAnimationFrame(flush))
    ask(() => {
      this.frameAsked = false
      const pushes = this.queue
      this.queue = []
      if (pushes.length > 0) this.options.onPushes(pushes)
    })
  }

  private alive(): void {
    this.failures = 0
    this.enter('live')
    this.armWatchdog()
  }

  private armWatchdog(): void {
    clearTimeout(this.watchdog)
    this.watchdog = setTimeout(() => this.retry(), WATCHDOG_MS)
  }

  private retry(): void {
    this.drop()
    this.enter('delayed')
    this.retryTimer = setTimeout(() => this.open(), backoffMs(this.failures, this.options.random))
    this.failures += 1
  }

  private drop(): void {
    clearTimeout(this.retryTimer)
    clearTimeout(this.watchdog)
    const source = this.source
    this.source = null
    source?.close()
  }

  private enter(state: StreamState): void {
    if (state === this.state) return
    this.state = state
    this.options.onState?.(state)
  }
}

function parsePush(data: string): Push | null {
  try {
    const push: unknown = JSON.parse(data)
    return typeof push === 'object' && push !== null && 'kind' in push ? (push as Push) : null
  } catch {
    return null
  }
}
