// One connection at a time to the server, made anew where it is lost, and trusted once it has been seen to lead to the
// log we know.
import { setTimeout as pause } from 'node:timers/promises'
import { type EncodedEvent, StoreUnavailable } from '../port.ts'
import { type Answer, AppendStream } from './append-stream.ts'
import type { Channel } from './channel.ts'
import { Connector } from './connector.ts'
import { isTransient } from './failures.ts'
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
  readonly #connector: Connector
  readonly #names: Names
  readonly #identity: LogIdentity
  readonly #answerMs: number
  #link: Link | null = null
  #linking: Promise<Link> | null = null
  #probed: Link | null = null
  #closed = false

  /** `answerMs`: how long the server may take for one answer before the connection is given up. */
  constructor(url: string, names: Names, identity: LogIdentity, answerMs: number) {
    this.#connector = new Connector(url)
    this.#names = names
    this.#identity = identity
    this.#answerMs = answerMs
  }

  /** The connection that stands, or the next that does. Throws StoreUnavailable after `until`; OtherLog, AccessRefused at once. */
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
    const link = this.#over(await this.#connector.connect(this.#answerMs))
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

  #over(channel: Channel): Link {
    const read = (request: ReadRequest, most?: number) => new PagedRead(channel.read(request), most)
    const appends = new AppendStream(channel.append(), this.#answerMs, (error) => {
      if (this.#link?.appends === appends) this.#link = null
      this.#connector.lost(error)
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
