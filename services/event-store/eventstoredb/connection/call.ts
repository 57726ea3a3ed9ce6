// A gRPC call on an HTTP/2 stream: requests, replies, and how it ended.
import { EventEmitter } from 'node:events'
import { type ClientHttp2Stream, constants, type IncomingHttpHeaders } from 'node:http2'
import { CallFailure, status } from '../wire/failures.ts'
import { Frames } from '../wire/frames.ts'

/** More than the largest event that the server can hold. */
const MAX_REPLY_BYTES = 17 * 1024 * 1024

/** Emits `data` for each reply, and `end` or `error` in the end; nothing any more once it is cancelled. */
export class Call<Reply> extends EventEmitter {
  readonly #stream: ClientHttp2Stream
  readonly #decode: (bytes: Buffer) => Reply
  readonly #replies = new Frames(MAX_REPLY_BYTES)
  /** The server's status, from trailers, or from headers if there are no replies. */
  #status: CallFailure | 'ok' | null = null
  #broken: Error | undefined
  #ended = false
  /** What was written in this turn of the event loop. */
  #waiting: Buffer[] = []

  /** `decode` throws RangeError if the bytes are not a reply. */
  constructor(stream: ClientHttp2Stream, decode: (bytes: Buffer) => Reply) {
    super()
    this.#stream = stream
    this.#decode = decode
    stream.on('data', (piece: Buffer) => this.#onData(piece))
    stream.on('response', (headers) => this.#onHeaders(headers))
    stream.on('trailers', (headers) => this.#onHeaders(headers))
    stream.on('error', (error) => {
      this.#broken = error
    })
    // comes after everything that was received
    stream.on('close', () => this.#end(this.#outcome()))
  }

  /**
   * Requests of one turn of the event loop are sent in order and in one piece: each piece costs as much as a request.
   */
  write(request: Buffer): void {
    if (this.#waiting.push(request) === 1) setImmediate(() => this.#flush())
  }

  /** Sends the last request. */
  end(request: Buffer): void {
    this.#stream.end(request)
  }

  /** Holds the server back, once what is in transit has filled the HTTP/2 window. */
  pause(): void {
    this.#stream.pause()
  }

  resume(): void {
    this.#stream.resume()
  }

  cancel(): void {
    if (this.#ended) return
    this.#ended = true
    this.#abandon()
  }

  #flush(): void {
    const waiting = this.#waiting
    this.#waiting = []
    if (!this.#ended) this.#stream.write(waiting.length === 1 ? waiting[0]! : Buffer.concat(waiting))
  }

  #abandon(): void {
    this.#stream.close(constants.NGHTTP2_CANCEL)
    // the stream is not freed before everything received has been consumed
    this.#stream.resume()
  }

  #onData(piece: Buffer): void {
    if (this.#ended) return
    try {
      for (const bytes of this.#replies.add(piece)) {
        const reply = this.#decode(bytes)
        if (!this.#ended) this.emit('data', reply)
      }
    } catch (error) {
      if (!(error instanceof RangeError)) throw error
      this.#end(new CallFailure(status.INTERNAL, 'what the server sent is no reply', {}, error))
      this.#abandon()
    }
  }

  #onHeaders(headers: IncomingHttpHeaders): void {
    const code = headers['grpc-status']
    const http = headers[':status']
    if (code !== undefined) {
      this.#status = code === '0' ? 'ok' : new CallFailure(Number(code), decoded(headers['grpc-message']), headers)
    } else if (http !== undefined && Number(http) !== constants.HTTP_STATUS_OK) {
      this.#status = new CallFailure(status.UNAVAILABLE, `the server replied with ${http}`, {})
    }
  }

  #outcome(): CallFailure | null {
    if (this.#status === 'ok') return null
    return this.#status ?? new CallFailure(status.UNAVAILABLE, 'the connection broke', {}, this.#broken)
  }

  #end(failure: CallFailure | null): void {
    if (this.#ended) return
    this.#ended = true
    if (failure === null) this.emit('end')
    else this.emit('error', failure)
  }
}

/** The text of a status may be percent-encoded. */
function decoded(message: string | string[] | undefined): string {
  const text = String(message ?? '')
  try {
    return decodeURIComponent(text)
  } catch {
    return text
  }
}
