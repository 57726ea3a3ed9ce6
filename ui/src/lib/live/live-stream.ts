// One stream of pushes per tab: open for what is on screen, closed while the tab is hidden, reopened where it left off.
// eventsource-client only parses; reconnecting is done here.
import { createEventSource, type EventSourceClient } from 'eventsource-client'
import type { Push } from '#services/contract/contract.ts'
import { backoffMs } from './backoff.ts'
import { FrameQueue, type ScheduleFrame } from './frame-queue.ts'
import { fetchStream, parsePush, streamUrl } from './stream-request.ts'

/**
 * 'off': no topics, or the tab is hidden. 'delayed': the screen is only as fresh as the last reply. 'paused': the
 * server closed this stream in favour of a newer one; delayed until the visitor returns to this tab.
 */
export type StreamState = 'off' | 'connecting' | 'live' | 'delayed' | 'paused'

export const WATCHDOG_MS = 35_000
/** Topics often change together, as on a navigation: waiting this long opens the stream only once for all of them. */
const SETTLE_MS = 50

type StreamOptions = {
  /** The pushes since the last frame, in order. */
  onPushes: (pushes: Push[]) => void
  onState?: (state: StreamState) => void
  /** Anything arrived, even just a heartbeat. */
  onContact?: () => void
  /** The server refused the token. */
  onUnauthorized?: (token: string) => void
  /** The account of the token is blocked. */
  onBlocked?: (token: string) => void
  /** The id of the last push that the screen already includes. */
  since?: string | undefined
  fetch?: typeof globalThis.fetch
  random?: () => number
  scheduleFrame?: ScheduleFrame
}

export class LiveStream {
  private readonly options: StreamOptions
  private readonly queue: FrameQueue<Push>
  private source: EventSourceClient | null = null
  private topics: string[] = []
  /** Undefined until `listen` is called for the first time. */
  private token: string | null | undefined
  private isVisible = true
  private failures = 0
  private lastEventId: string | undefined
  private retryTimer: ReturnType<typeof setTimeout> | undefined
  private watchdog: ReturnType<typeof setTimeout> | undefined
  private state: StreamState = 'off'

  constructor(options: StreamOptions) {
    this.options = options
    this.lastEventId = options.since
    this.queue = new FrameQueue((pushes) => options.onPushes(pushes), options.scheduleFrame)
  }

  /** Sets the topics and the token. Reopens the stream only when one of them changed. */
  listen(topics: string[], token: string | null): void {
    const next = [...new Set(topics)].sort()
    if (next.join() === this.topics.join() && token === this.token) return
    // Event ids of another user's stream mean nothing on this one.
    if (this.token !== undefined && token !== this.token) this.lastEventId = undefined
    this.topics = next
    this.token = token
    this.reopen(SETTLE_MS)
  }

  /** A hidden tab has no connection; once shown again, it catches up. */
  setVisible(isVisible: boolean): void {
    if (isVisible === this.isVisible) return
    this.isVisible = isVisible
    this.reopen(0)
  }

  /** Reopens a paused stream. */
  resume(): void {
    if (this.state === 'paused') this.reopen(0)
  }

  close(): void {
    this.topics = []
    this.disconnect()
    this.setState('off')
  }

  private reopen(delayMs: number): void {
    this.disconnect()
    this.failures = 0
    if (!this.isVisible || this.topics.length === 0) {
      this.setState('off')
      return
    }
    this.setState('connecting')
    this.retryTimer = setTimeout(() => this.connect(), delayMs)
  }

  private connect(): void {
    this.disconnect()
    const token = this.token
    // A source that was closed may still deliver what it had buffered, and its own end.
    const ifCurrent = (handle: () => void) => {
      if (this.source === source) handle()
    }
    const source = createEventSource({
      url: streamUrl(this.topics),
      headers: token ? { Authorization: `Bearer ${token}` } : {},
      ...(this.lastEventId === undefined ? {} : { initialLastEventId: this.lastEventId }),
      fetch: (url, init) =>
        fetchStream(this.options.fetch ?? globalThis.fetch, url, init as RequestInit, {
          unauthorized: () => token && this.options.onUnauthorized?.(token),
          blocked: () => token && this.options.onBlocked?.(token),
        }),
      onMessage: (message) => ifCurrent(() => this.receive(message.data, message.id)),
      onComment: () => ifCurrent(() => this.confirmAlive()),
      // Called before the library starts its own delay, which this replaces.
      onScheduleReconnect: () => ifCurrent(() => this.retry()),
    })
    this.source = source
    this.armWatchdog()
  }

  private receive(data: string, id: string | undefined): void {
    this.confirmAlive()
    if (id !== undefined) this.lastEventId = id
    const push = parsePush(data)
    if (!push) return
    if (push.kind === 'closed') {
      // Reconnecting at once would evict the newer stream, which would reconnect in turn, endlessly.
      this.disconnect()
      this.setState('paused')
      return
    }
    this.queue.add(push)
  }

  private confirmAlive(): void {
    this.options.onContact?.()
    this.failures = 0
    this.setState('live')
    this.armWatchdog()
  }

  private armWatchdog(): void {
    clearTimeout(this.watchdog)
    this.watchdog = setTimeout(() => this.retry(), WATCHDOG_MS)
  }

  private retry(): void {
    this.disconnect()
    this.setState('delayed')
    this.retryTimer = setTimeout(() => this.connect(), backoffMs(this.failures, this.options.random))
    this.failures += 1
  }

  private disconnect(): void {
    clearTimeout(this.retryTimer)
    clearTimeout(this.watchdog)
    const source = this.source
    this.source = null
    source?.close()
  }

  private setState(state: StreamState): void {
    if (state === this.state) return
    this.state = state
    this.options.onState?.(state)
  }
}
