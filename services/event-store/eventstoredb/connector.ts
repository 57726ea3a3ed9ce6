// Which node to talk to: the leader where the last one named it, the nodes of the connection string in turn otherwise.
import { Channel } from './channel.ts'
import { parseConnectionString, type Target } from './connection-string.ts'
import { leaderIn } from './failures.ts'

export class Connector {
  readonly #target: Target
  #leader: string | null = null
  #next = 0

  /** `url`: the connection string. Throws TypeError where it is none. */
  constructor(url: string) {
    this.#target = parseConnectionString(url)
  }

  /** Throws StoreUnavailable; the next attempt goes to another node, if there is one. */
  connect(withinMs: number): Promise<Channel> {
    const { addresses } = this.#target
    const address = this.#leader ?? addresses[this.#next++ % addresses.length]!
    this.#leader = null
    return Channel.open(address, this.#target, withinMs / addresses.length)
  }

  /** A connection was lost to `error`: where that names the leader, the next one leads there. */
  lost(error: unknown): void {
    this.#leader = leaderIn(error)
  }
}
