// A connection to one node, and the calls on it.
import { promisify } from 'node:util'
import { connectivityState } from '@grpc/grpc-js'
import { StoreUnavailable } from '../../port.ts'
import { type AppendCall, type ReadCall, type ReadRequest, Streams, type StreamsClient } from '../wire/protocol.ts'
import type { Target } from './connection-string.ts'

export class Channel {
  readonly #client: StreamsClient
  readonly #metadata: Target['metadata']

  private constructor(address: string, { credentials, options, metadata }: Target) {
    this.#client = new Streams(address, credentials, options)
    this.#metadata = metadata
  }

  /** A connected channel. Throws StoreUnavailable, at once if the node refuses the connection. */
  static async open(address: string, target: Target, timeoutMs: number): Promise<Channel> {
    const channel = new Channel(address, target)
    try {
      await channel.#ready(Date.now() + timeoutMs)
      return channel
    } catch (error) {
      channel.close()
      throw unreachable(error)
    }
  }

  /** Throws StoreUnavailable, as `read` does, if the channel has been closed. */
  append(): AppendCall {
    return start(() => this.#client.batchAppend(this.#metadata))
  }

  read(request: ReadRequest): ReadCall {
    return start(() => this.#client.read(request, this.#metadata))
  }

  close(): void {
    this.#client.close()
  }

  /** A failed channel backs off before it reconnects, longer each time; a new one does not. */
  async #ready(until: number): Promise<void> {
    const channel = this.#client.getChannel()
    for (;;) {
      const state = channel.getConnectivityState(true)
      if (state === connectivityState.READY) return
      if (state === connectivityState.TRANSIENT_FAILURE) throw new Error(`no connection to ${channel.getTarget()}`)
      await promisify(channel.watchConnectivityState).call(channel, state, until)
    }
  }
}

function start<Call>(call: () => Call): Call {
  try {
    return call()
  } catch (error) {
    throw unreachable(error)
  }
}

function unreachable(cause: unknown): StoreUnavailable {
  return new StoreUnavailable('the event store cannot be reached', { cause })
}
