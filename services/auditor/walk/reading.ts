// What an answer rests on: which log, from which event to which, and the root of the tree over them. A signed
// checkpoint of as many events has the same root.
import type { LogRow } from '../events/log-row.ts'
import { LogTree } from '../tree/log-tree.ts'

/** An event as answers name it, the same on every store. */
export type LogEnd = { readonly number: number; readonly hash: string }

/** The part of the log that was read: all events from the first to the last. */
export type Read = {
  readonly logId: string | null
  /** Null in an empty log. */
  readonly first: LogEnd | null
  readonly last: LogEnd | null
  readonly events: number
  /**
   * The tree over all of them (RFC 6962). The hash of an event vouches only for its stream, the root for the whole log.
   */
  readonly tree: { readonly size: number; readonly root: string }
}

export class Reading {
  readonly #tree: LogTree
  #logId: string | null = null
  #first: LogEnd | null = null
  #last: LogEnd | null = null

  constructor(tree = new LogTree()) {
    this.#tree = tree
  }

  /** `leaf`: the event's leaf in the tree. */
  add({ number, hash, body }: LogRow, leaf: Buffer): void {
    this.#tree.add(leaf)
    this.#last = { number, hash }
    if (this.#first !== null) return
    this.#first = this.#last
    this.#logId = logIn(body)
  }

  /** The ledger number of the last event; -1 if there is none. */
  get end(): number {
    return this.#last?.number ?? -1
  }

  get read(): Read {
    const { size } = this.#tree
    const tree = { size, root: this.#tree.root() }
    return { logId: this.#logId, first: this.#first, last: this.#last, events: size, tree }
  }
}

function logIn(body: string): string | null {
  try {
    const { log } = JSON.parse(body) as { log?: unknown }
    return typeof log === 'string' ? log : null
  } catch {
    return null
  }
}
