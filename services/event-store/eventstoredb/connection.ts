// One connection at a time to the server, made anew where it is lost, and trusted once it has been seen to lead to the
// log we know.
import { setTimeout as pause } from 'node:timers/promises'
import { type EncodedEvent, StoreUnavailable } from '../port.ts'
import { type Answer, AppendStream } from './append-stream.ts'
import { before, type Calls, Connector } from './connector.ts'
import { isPassing } from './failures.ts'
import type { LogIdentity } from './identity.ts'
import type { ReadMessage } from './messages.ts'
import type { Names } from './names.ts'
import { Pull } from './pull.ts'
import { Reader } from './reader.ts'

/** A connection that stands, until its stream of appends is closed. */
export type Link = {
  readonly appends: AppendStream
  readonly reader: Reader
  /** Starts a read. `most`: replies that may wait to be taken. */
  read(message: ReadMessage, most?: number): Pull
}

export class Connection {
  readonly #connector: Connector
  readonly #names: Names
  readonly #identity: LogIdentity
  readonly #answerMs: number
  #link: Link | null = null
  #linking: Promise<Link> | null = null
  #doubted: Link | null = null
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
      if (this.#closed) throw new StoreUnavailable('the event store is closed')
      if (this.#link?.appends.isOpen) return this.#link
      this.#linking ??= this.#connect().finally(() => {
        this.#linking = null
      })
      try {
        return await before(until, this.#linking)
      } catch (error) {
        if (Date.now() + wait >= until || !isPassing(error)) throw error
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
  async doubt(link: Link): Promise<void> {
    if (this.#doubted === link || !link.appends.isOpen) return
    this.#doubted = link
    await link.reader.ping().catch((error: Error) => link.appends.close(error))
    if (this.#doubted === link) this.#doubted = null
  }

  close(): void {
    this.#closed = true
    this.#link?.appends.close(new StoreUnavailable('the event store is closed'))
    this.#connector.close()
  }

  async #connect(): Promise<Link> {
    const calls = await this.#connector.connect(this.#answerMs)
    const link = this.#over(calls)
    try {
      await this.#identity.check(link.reader)
    } catch (error) {
      link.appends.close(error as Error)
      throw error
    }
    this.#link = link
    return link
  }

  #over(calls: Calls): Link {
    const connector = this.#connector
    const read = (message: ReadMessage, most?: number) => new Pull(connector.read(calls, message), most)
    const appends = new AppendStream(connector.append(calls), this.#answerMs, (error) => {
      if (this.#link?.appends === appends) this.#link = null
      if (!this.#closed) void connector.reset(calls, error)
    })
    return { appends, read, reader: new Reader(this.#names, read, this.#answerMs) }
  }
}
