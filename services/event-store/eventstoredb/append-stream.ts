// The server's batch append: one call for as long as the connection lasts, any number of appends in flight on it, each
// answered by its own reply in whatever order.
import { randomUUID } from 'node:crypto'
import type { EncodedEvent } from '../port.ts'
import type { AppendCall, AppendReply } from './protocol.ts'
import { uuidText } from './records.ts'
import { appendRequest } from './requests.ts'

/** What the server made of an append. */
export type Answer =
  /** Position of its last event, and the revision that the server gave it. Of a repeat: as the first time. */
  | { readonly kind: 'written'; readonly position: string; readonly revision: number }
  /** The stream's last event has another revision; nothing was written now, the same events perhaps before. */
  | { readonly kind: 'wrong-revision' }
  /** Not accepted, and certainly not written: the server is starting, or has no leader. */
  | { readonly kind: 'not-handled'; readonly error: Error }
  /** Will never be accepted as it is. */
  | { readonly kind: 'refused'; readonly why: 'too-large' | 'deleted' | 'access'; readonly error: Error }
  /** Written or not: it was not answered, or the server does not know. */
  | { readonly kind: 'unknown'; readonly error: Error }

type Pending = { readonly since: number; readonly answer: (answer: Answer) => void }

export class AppendStream {
  readonly #call: AppendCall
  /** In the order of sending. */
  readonly #pending = new Map<string, Pending>()
  readonly #watch: NodeJS.Timeout
  readonly #closed: (error: Error) => void
  #failure: Error | null = null

  /** `answerMs`: an append that is older gives the whole call up. `closed` is called once, when no more can be sent. */
  constructor(call: AppendCall, answerMs: number, closed: (error: Error) => void) {
    this.#call = call
    this.#closed = closed
    call.on('data', (reply: AppendReply) => this.#answered(reply))
    call.on('error', (error: Error) => this.close(error))
    call.on('end', () => this.close(new Error('the server ended the call')))
    this.#watch = setInterval(
      () => {
        const [oldest] = this.#pending.values()
        if (oldest && Date.now() - oldest.since > answerMs) this.close(new Error(`no answer within ${answerMs} ms`))
      },
      Math.min(250, answerMs / 2),
    )
    this.#watch.unref()
  }

  get isOpen(): boolean {
    return this.#failure === null
  }

  /** Sends at once. Never rejects. `stream` as on the server. */
  send(stream: string, revision: number, events: readonly EncodedEvent[]): Promise<Answer> {
    return new Promise((resolve) => {
      if (this.#failure) return resolve({ kind: 'not-handled', error: this.#failure })
      const correlation = randomUUID()
      this.#pending.set(correlation, { since: Date.now(), answer: resolve })
      this.#call.write(appendRequest(correlation, stream, revision, events))
    })
  }

  close(error: Error): void {
    if (this.#failure) return
    this.#failure = error
    clearInterval(this.#watch)
    setImmediate(() => this.#call.cancel())
    for (const { answer } of this.#pending.values()) answer({ kind: 'unknown', error })
    this.#pending.clear()
    this.#closed(error)
  }

  #answered(reply: AppendReply): void {
    const correlation = uuidText(reply.correlation)
    const pending = this.#pending.get(correlation)
    this.#pending.delete(correlation)
    pending?.answer(answerOf(reply))
  }
}

function answerOf({ success, failure }: AppendReply): Answer {
  const position = success?.position?.commit
  if (position !== undefined) return { kind: 'written', position, revision: Number(success?.revision ?? 0) }
  const { message = '', details } = failure ?? {}
  const error = new Error(`the event store answered: ${message || 'nothing'}`)
  switch (details?.typeUrl?.split(/[./]/).at(-1)) {
    case 'WrongExpectedVersion':
      return { kind: 'wrong-revision' }
    case 'MaximumAppendSizeExceeded':
      return { kind: 'refused', why: 'too-large', error }
    case 'StreamDeleted':
      return { kind: 'refused', why: 'deleted', error }
    case 'AccessDenied':
      return { kind: 'refused', why: 'access', error }
    case 'Empty':
      return { kind: isNotHandled(message) ? 'not-handled' : 'unknown', error }
    default:
      return { kind: 'unknown', error }
  }
}

/** How the server words that it has not taken a write; all else that has no details of its own may have been written. */
function isNotHandled(message: string): boolean {
  return /^Server Is (Not Ready|Busy)$|^No leader info/.test(message)
}
