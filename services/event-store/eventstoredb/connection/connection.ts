// One connection to the server at a time, reopened when it is lost, and used only once it is known to lead to the same
// log.
import { setTimeout as pause } from 'node:timers/promises'
import { Backoff } from '#services/platform/process/backoff.ts'
import { type EncodedEvent, StoreUnavailable } from '../../port.ts'
import { type AppendOutcome, BatchAppendCall } from '../append/batch-append-call.ts'
import { PagedRead } from '../read/paged-read.ts'
import { Reader } from '../read/reader.ts'
import { isRetryable, leaderIn } from '../wire/failures.ts'
import type { StreamNames } from '../wire/stream-names.ts'
import { Channel } from './channel.ts'
import { parseConnectionString, type Target } from './connection-string.ts'
import type { LogIdentity } from './log-identity.ts'

/** An open connection, until its append call is closed. */
export type Link = {
  readonly appends: BatchAppendCall
  readonly reader: Reader
  /** Starts a read. `bufferSize`: how many replies may wait to be consumed. */
  read(request: Buffer, bufferSize?: number): PagedRead
}

const RETRY_MS = { first: 20, max: 500 }

export class Connection {
  readonly #target: Target
  readonly #names: StreamNames
  readonly #identity: LogIdentity
  readonly #replyMs: number
  /** The leader, according to the last node. */
  #leader: string | null = null
  #attempts = 0
  #link: Link | null = null
  #linking: Promise<Link> | null = null
  #probed: Link | null = null
  #closed = false

  /**
   * `url`: the connection string. `replyMs`: how long the server may take for one reply before the connection is
   * closed.
   */
  constructor(url: string, names: StreamNames, identity: LogIdentity, replyMs: number) {
    this.#target = parseConnectionString(url)
    this.#names = names
    this.#identity = identity
    this.#replyMs = replyMs
  }

  /**
   * The open connection, or the next one. Throws StoreUnavailable after `until`; LogIdentityMismatch and AccessRefused
   * at once.
   */
  async link(until: number): Promise<Link> {
    for (const backoff = new Backoff(RETRY_MS.first, RETRY_MS.max); ; await backoff.wait()) {
      if (this.#closed) throw closed()
      if (this.#link?.appends.isOpen) return this.#link
      this.#linking ??= this.#connect().finally(() => {
        this.#linking = null
      })
      try {
        return await Promise.race([this.#linking, rejectAt(until)])
      } catch (error) {
        if (Date.now() + backoff.nextMs >= until || !isRetryable(error)) throw error
      }
    }
  }

  /** Sends an append on the open connection. */
  send(stream: string, revision: number, events: readonly EncodedEvent[]): Promise<AppendOutcome> {
    if (this.#link) return this.#link.appends.send(stream, revision, events)
    return Promise.resolve({ kind: 'not-handled', error: new StoreUnavailable('the connection is lost') })
  }

  /** For a read without a reply: closes the connection unless the server replies to a ping. */
  async probe(link: Link): Promise<void> {
    if (this.#probed === link || !link.appends.isOpen) return
    this.#probed = link
    await link.reader.ping().catch((error: Error) => link.appends.close(error))
    if (this.#probed === link) this.#probed = null
  }

  close(): void {
    this.#closed = true
    this.#link?.appends.close(closed())
  }

  async #connect(): Promise<Link> {
    const link = this.#linkOver(await this.#open())
    try {
      await this.#identity.check(link.reader)
      if (this.#closed) throw closed()
    } catch (error) {
      link.appends.close(error as Error)
      throw error
    }
    this.#link = link
    return link
  }

  /** Opens a channel to the leader if it is known, otherwise to the nodes of the connection string in turn. */
  #open(): Promise<Channel> {
    const { addresses } = this.#target
    const address = this.#leader ?? addresses[this.#attempts++ % addresses.length]!
    this.#leader = null
    return Channel.open(address, this.#target, this.#replyMs / addresses.length)
  }

  #linkOver(channel: Channel): Link {
    const read = (request: Buffer, bufferSize?: number) => new PagedRead(channel.read(request), bufferSize)
    const appends = new BatchAppendCall(channel.append(), this.#replyMs, (error) => {
      if (this.#link?.appends === appends) this.#link = null
      this.#leader = leaderIn(error)
      channel.close()
    })
    return { appends, read, reader: new Reader(this.#names, read, this.#replyMs) }
  }
}

const closed = () => new StoreUnavailable('the event store is closed')

async function rejectAt(until: number): Promise<never> {
  await pause(Math.max(0, until - Date.now()), undefined, { ref: false })
  throw new StoreUnavailable('the event store cannot be reached')
}
