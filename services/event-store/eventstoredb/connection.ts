// One connection at a time to the server, made anew where it is lost, and trusted once it has been seen to lead to the
// log we know.
import { setTimeout as pause } from 'node:timers/promises'
import { type EncodedEvent, StoreUnavailable } from '../port.ts'
import { type Answer, AppendStream } from './append-stream.ts'
import { Channel } from './channel.ts'
import { parseConnectionString, type Target } from './connection-string.ts'
import { isTransient, leaderIn } from './failures.ts'
import type { LogIdentity } from './identity.ts'
import type { Names } from './names.ts'
import { PagedRead } from './paged-read.ts'
import type { ReadRequest } from './protocol.ts'
import { Reader } from './reader.ts'

/** A connection that stands, until its stream of appends is closed. */
export type Link = {
  readonly appends: AppendStream
  readonly reader: Reader
  /** Starts a read. `most`: replies that may wait to be taken. */
  read(request: ReadRequest, most?: number): PagedRead
}

export class Connection {
  readonly #target: Target
  readonly #names: Names
  readonly #identity: LogIdentity
  readonly #answerMs: number
  /** Where the last node said that another leads. */
  #leader: string | null = null
  #attempts = 0
  #link: Link | null = null
  #linking: Promise<Link> | null = null
  #probed: Link | null = null
  #closed = false

  /** `url`: the connection string. `answerMs`: how long the server may take for one answer before the connection is given up. */
  constructor(url: string, names: Names, identity: LogIdentity, answerMs: number) {
    this.#target = parseConnectionString(url)
    this.#names = names
    this.#identity = identity
    this.#answerMs = answerMs
  }

  /** The connection that stands, or the next that does. Throws StoreUnavailable after `until`; LogIdentityMismatch, AccessRefused at once. */
  async link(until: number): Promise<Link> {
    for (let wait = 20; ; wait = Math.min(2 * wait, 500)) {
      if (this.#closed) throw closed()
      if (this.#link?.appends.isOpen) return this.#link
      this.#linking ??= this.#connect().finally(() => {
        this.#linking = null
      })
      try {
        return await Promise.race([this.#linking, lateAt(until)])
      } catch (error) {
        if (Date.now() + wait >= until || !isTransient(error)) throw error
      }
      await pause(wait)
    }
  }

  /** Sends an append on the connection that stands. */
  send(stream: string, revision: number, events: readonly EncodedEvent[]): Promise<Answer> {
    if (this.#link) return this.#link.appends.send(stream, revision, events)
    return Promise.resolve({ kind: 'not-handled', error: new StoreUnavailable('the connection is lost') })
  }

  /** A read has not been answered: gives the connection up unless the server answers after all. */
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
    const link = this.#over(await this.#open())
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

  /** To the leader where it is known, to the nodes of the connection string in turn otherwise. */
  #open(): Promise<Channel> {
    const { addresses } = this.#target
    const address = this.#leader ?? addresses[this.#attempts++ % addresses.length]!
    this.#leader = null
    return Channel.open(address, this.#target, this.#answerMs / addresses.length)
  }

  #over(channel: Channel): Link {
    const read = (request: ReadRequest, most?: number) => new PagedRead(channel.read(request), most)
    const appends = new AppendStream(channel.append(), this.#answerMs, (error) => {
      if (this.#link?.appends === appends) this.#link = null
      this.#leader = leaderIn(error)
      channel.close()
    })
    return { appends, read, reader: new Reader(this.#names, read, this.#answerMs) }
  }
}

const closed = () => new StoreUnavailable('the event store is closed')

async function lateAt(until: number): Promise<never> {
  await pause(Math.max(0, until - Date.now()), undefined, { ref: false })
  throw new StoreUnavailable('the event store cannot be reached')
}
