// An HTTP/2 connection to one node, and the calls on it.
import { type ClientHttp2Session, connect, type OutgoingHttpHeaders } from 'node:http2'
import { StoreUnavailable } from '../../port.ts'
import { type AppendCall, BATCH_APPEND, type Method, READ, type ReadCall } from '../wire/protocol.ts'
import { Call } from './call.ts'
import type { Target } from './connection-string.ts'
import { keepAlive } from './keep-alive.ts'

export class Channel {
  readonly #session: ClientHttp2Session
  readonly #headers: OutgoingHttpHeaders

  private constructor(session: ClientHttp2Session, headers: Target['headers']) {
    this.#session = session
    this.#headers = { ':method': 'POST', 'content-type': 'application/grpc', te: 'trailers', ...headers }
  }

  /** A connected channel. Throws StoreUnavailable, at once if the node refuses the connection. */
  static async open(address: string, { tls, headers, keepAliveMs }: Target, timeoutMs: number): Promise<Channel> {
    const session = connect(`${tls === null ? 'http' : 'https'}://${address}`, {
      ...tls,
      settings: { enablePush: false },
      // a large event exceeds the default memory of a session; the callers bound what waits in it
      maxSessionMemory: Number.MAX_SAFE_INTEGER,
    })
    try {
      await ready(session, timeoutMs)
    } catch (error) {
      session.destroy()
      throw unreachable(error)
    }
    keepAlive(session, keepAliveMs)
    return new Channel(session, headers)
  }

  /** Throws StoreUnavailable if the channel has been closed, as `read` does. */
  append(): AppendCall {
    return this.#begin(BATCH_APPEND)
  }

  read(request: Buffer): ReadCall {
    const call = this.#begin(READ)
    call.end(request)
    return call
  }

  /** Calls in flight may still end. */
  close(): void {
    this.#session.close()
  }

  #begin<Reply>({ path, decode }: Method<Reply>): Call<Reply> {
    // `request` throws for some closed sessions; for others it returns a stream that fails later
    if (this.#session.closed || this.#session.destroyed) throw unreachable(new Error('the connection is closed'))
    return new Call(this.#session.request({ ...this.#headers, ':path': path }, { endStream: false }), decode)
  }
}

/** Resolves once the server has sent its HTTP/2 settings. */
function ready(session: ClientHttp2Session, timeoutMs: number): Promise<void> {
  return new Promise((resolve, reject) => {
    const late = setTimeout(() => reject(new Error(`no connection within ${timeoutMs} ms`)), timeoutMs)
    session.once('remoteSettings', () => {
      clearTimeout(late)
      resolve()
    })
    session.once('close', () => {
      clearTimeout(late)
      reject(new Error('the connection was closed'))
    })
    // later errors end the calls, each of which reports them
    session.on('error', reject)
  })
}

function unreachable(cause: unknown): StoreUnavailable {
  return new StoreUnavailable('the event store cannot be reached', { cause })
}
