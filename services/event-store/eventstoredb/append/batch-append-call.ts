// The call of the server's batch append: open for the lifetime of a connection, with any number of appends in flight,
// each with a reply of its own, in any order.
import { randomBytes } from 'node:crypto'
import { TransientMap } from '#services/platform/transient-map.ts'
import type { EncodedEvent } from '../../port.ts'
import type { AppendCall } from '../wire/protocol.ts'
import type { AppendReply } from '../wire/replies.ts'
import { appendRequest } from '../wire/requests.ts'

/** The outcome of an append on the server. */
export type AppendOutcome =
  /** Position and revision of its last event. A repeat has those of the first time. */
  | { readonly kind: 'written'; readonly position: string; readonly revision: number }
  /**
   * The stream's last event has another revision. Nothing was written now; the same events may have been written
   * earlier.
   */
  | { readonly kind: 'wrong-revision' }
  /** Certainly not written: the server is starting, or has no leader. */
  | { readonly kind: 'not-handled'; readonly error: Error }
  /** It will never be accepted. */
  | { readonly kind: 'refused'; readonly why: 'too-large' | 'deleted' | 'access'; readonly error: Error }
  /** Perhaps written: there was no reply, or the server does not know. */
  | { readonly kind: 'unknown'; readonly error: Error }

type InFlight = { readonly since: number; readonly resolve: (outcome: AppendOutcome) => void }

/** The first 18 hex digits of this process's request ids; the last 12 are a number. */
const PROCESS = randomBytes(9)
  .toString('hex')
  .replace(/^(.{8})(.{4})(.{3})(.{3})$/, '$1-$2-4$3-8$4')

export class BatchAppendCall {
  readonly #call: AppendCall
  /** In the order of sending. */
  #inFlight = new TransientMap<number, InFlight>()
  readonly #replyMs: number
  #sent = 0
  /** Set while anything is in flight. */
  #timeoutCheck: NodeJS.Timeout | null = null
  readonly #onClose: (error: Error) => void
  #failure: Error | null = null

  /**
   * `replyMs`: if an append is without a reply for longer, the whole call is closed. `onClose` is called once, when no
   * more can be sent.
   */
  constructor(call: AppendCall, replyMs: number, onClose: (error: Error) => void) {
    this.#call = call
    this.#onClose = onClose
    call.on('data', (reply: AppendReply) => this.#onReply(reply))
    call.on('error', (error: Error) => this.close(error))
    call.on('end', () => this.close(new Error('the server ended the call')))
    this.#replyMs = replyMs
  }

  get isOpen(): boolean {
    return this.#failure === null
  }

  /** Sends at once. Never rejects. `stream`: the name on the server. */
  send(stream: string, revision: number, events: readonly EncodedEvent[]): Promise<AppendOutcome> {
    return new Promise((resolve) => {
      if (this.#failure) return resolve({ kind: 'not-handled', error: this.#failure })
      const correlation = ++this.#sent
      this.#inFlight.set(correlation, { since: Date.now(), resolve })
      this.#call.write(appendRequest(idOf(correlation), stream, revision, events))
      this.#timeoutCheck ??= this.#checkLater()
    })
  }

  close(error: Error): void {
    if (this.#failure) return
    this.#failure = error
    clearTimeout(this.#timeoutCheck ?? undefined)
    this.#call.cancel()
    const inFlight = this.#inFlight
    this.#inFlight = new TransientMap()
    for (const { resolve } of inFlight.values()) resolve({ kind: 'unknown', error })
    this.#onClose(error)
  }

  #checkLater(): NodeJS.Timeout {
    const check = () => {
      const oldest = this.#inFlight.first()
      if (oldest && Date.now() - oldest.since > this.#replyMs)
        this.close(new Error(`no reply within ${this.#replyMs} ms`))
      else this.#timeoutCheck = oldest ? this.#checkLater() : null
    }
    return setTimeout(check, Math.min(250, this.#replyMs / 2)).unref()
  }

  #onReply(reply: AppendReply): void {
    const pending = this.#inFlight.get(reply.correlation)
    this.#inFlight.delete(reply.correlation)
    pending?.resolve(outcomeOf(reply))
  }
}

/** Within a call, a number would do as an id; the prefix lets the server tell apart the requests of all its clients. */
function idOf(number: number): string {
  return `${PROCESS}-${number.toString(16).padStart(12, '0')}`
}

function outcomeOf({ success, failure }: AppendReply): AppendOutcome {
  if (success) return { kind: 'written', ...success }
  const { message, type } = failure ?? { message: '', type: '' }
  const error = new Error(`the event store replied: ${message || 'nothing'}`)
  switch (type) {
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

/**
 * The server's messages for a write that it did not accept. After any other failure without details, the append may
 * have been written.
 */
function isNotHandled(message: string): boolean {
  return /^Server Is (Not Ready|Busy)$|^No leader info/.test(message)
}
