// One client of the server: what the client library does about addresses, certificates, credentials and leaders, and
// none of its calls.
import { type BaseOptions, EventStoreDBClient, UnavailableError } from '@eventstore/db-client'
import grpc from '@eventstore/db-client/generated/streams_grpc_pb.js'
import { StoreUnavailable } from '../port.ts'
import { notLeaderIn } from './failures.ts'
import type { AppendMessage, AppendReply, ReadMessage, ReadReply } from './messages.ts'

/** The calls of one connection. */
export type Calls = grpc.StreamsClient
export type AppendCall = ReturnType<Calls['batchAppend']>
export type ReadCall = ReturnType<Calls['read']>

/** The parts of the client that its own calls are made of; protected there, and so the version is pinned. */
type Parts = {
  getGRPCClient(Client: typeof grpc.StreamsClient, name: string): Promise<Calls>
  callArguments(
    options: BaseOptions,
    call: { deadline: number },
  ): [NonNullable<Parameters<Calls['batchAppend']>[0]>, NonNullable<Parameters<Calls['batchAppend']>[1]>]
  handleError(calls: Calls, error: Error): Promise<void>
}

export class Connector {
  readonly #parts: Parts
  #calls: Calls | null = null

  /** `url`: the connection string, which holds the credentials too. */
  constructor(url: string) {
    this.#parts = EventStoreDBClient.connectionString(withDefaults(url)) as unknown as Parts
  }

  /** Calls on a connection that stands. Throws StoreUnavailable. */
  async connect(withinMs: number): Promise<Calls> {
    const until = Date.now() + withinMs
    try {
      const calls = await before(until, this.#parts.getGRPCClient(grpc.StreamsClient, 'ledger'))
      this.#calls = calls
      await new Promise<void>((resolve, reject) => {
        calls.waitForReady(until, (error) => (error ? reject(error) : resolve()))
      })
      return calls
    } catch (error) {
      // a channel that has failed waits longer and longer before it tries again: a new one does not
      if (this.#calls) await this.reset(this.#calls, error)
      throw new StoreUnavailable('the event store cannot be reached', { cause: error })
    }
  }

  /** Throws StoreUnavailable, as `read` does, where the connection has been given up meanwhile. */
  append(calls: Calls): AppendCall {
    return begun(() => calls.batchAppend(...this.#arguments()))
  }

  read(calls: Calls, message: ReadMessage): ReadCall {
    return begun(() => calls.read(message, ...this.#arguments()))
  }

  /** Gives a connection up; the next one is a new one, to the leader where `error` names it. */
  async reset(calls: Calls, error: unknown): Promise<void> {
    const reason = notLeaderIn(error) ?? new UnavailableError(undefined, 'given up')
    await this.#parts.handleError(calls, reason)
    if (this.#calls === calls) this.#calls = null
  }

  close(): void {
    this.#calls?.close()
    this.#calls = null
  }

  /** What is read must be as new as what was appended: only the leader of a cluster can say. */
  #arguments(): ReturnType<Parts['callArguments']> {
    return this.#parts.callArguments({ requiresLeader: true }, { deadline: Number.POSITIVE_INFINITY })
  }
}

export type { AppendMessage, AppendReply, ReadMessage, ReadReply }

function begun<Call>(begin: () => Call): Call {
  try {
    return begin()
  } catch (error) {
    throw new StoreUnavailable('the event store cannot be reached', { cause: error })
  }
}

/** A connection that is silent is found dead after 15 seconds rather than 20, unless the connection string says otherwise. */
function withDefaults(url: string): string {
  const known = url.replace(/^kurrentdb:/, 'esdb:')
  if (/[?&]keepAliveTimeout=/i.test(known)) return known
  const [address, settings] = known.split('?')
  return `${address}?${settings ? `${settings}&` : ''}keepAliveTimeout=5000`
}

/** The answer, if it comes before `until`. Throws StoreUnavailable otherwise. */
export async function before<T>(until: number, answer: Promise<T>): Promise<T> {
  let timer: NodeJS.Timeout | undefined
  const late = new Promise<never>((_, reject) => {
    timer = setTimeout(
      () => reject(new StoreUnavailable('the event store cannot be reached')),
      Math.max(0, until - Date.now()),
    )
  })
  try {
    return await Promise.race([answer, late])
  } finally {
    clearTimeout(timer)
  }
}
