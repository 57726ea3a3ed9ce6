// Limits how many streams a session and an address may have. A new one is always admitted; at a limit it evicts
// another. At the limit of an address, that is one of the holder with the most streams there, so that nobody in an
// office can evict everybody else.

export type StreamLimits = { readonly perSession: number; readonly perAddress: number }

/** Counted separately at each address: each session, and all anonymous streams together. */
type Holder = string
const ANONYMOUS: Holder = ''

type Stream = { readonly network: string; readonly session: { readonly id: string } | null }

export class OpenStreams<Client extends Stream> {
  readonly #limits: StreamLimits
  /** By network and holder, oldest first. */
  readonly #networks = new Map<string, Map<Holder, Set<Client>>>()
  readonly #sessions = new Map<string, Set<Client>>()

  constructor(limits: StreamLimits) {
    this.#limits = limits
  }

  /** Counts a new stream. Returns those that it evicts, which no longer count. */
  add(client: Client): Client[] {
    const { perSession, perAddress } = this.#limits
    const evicted: Client[] = []
    const evict = (one: Client) => {
      this.remove(one)
      evicted.push(one)
    }
    if (client.session !== null) {
      const own = this.#sessions.get(client.session.id)
      if (own !== undefined && own.size >= perSession) evict(oldestOf(own))
    }
    const holders = this.#networks.get(client.network)
    if (holders !== undefined && totalOf(holders) >= perAddress) evict(oldestOf(largest(holders, holderOf(client))))
    this.#put(client)
    return evicted
  }

  remove(client: Client): void {
    const holder = holderOf(client)
    const holders = this.#networks.get(client.network)
    const streams = holders?.get(holder)
    if (streams?.delete(client) && streams.size === 0) {
      holders!.delete(holder)
      if (holders!.size === 0) this.#networks.delete(client.network)
    }
    const own = this.#sessions.get(holder)
    if (own?.delete(client) && own.size === 0) this.#sessions.delete(holder)
  }

  #put(client: Client): void {
    const holder = holderOf(client)
    const holders = entry(this.#networks, client.network, () => new Map<Holder, Set<Client>>())
    entry(holders, holder, () => new Set<Client>()).add(client)
    if (holder !== ANONYMOUS) entry(this.#sessions, holder, () => new Set<Client>()).add(client)
  }
}

const holderOf = ({ session }: Stream): Holder => session?.id ?? ANONYMOUS
const oldestOf = <Client>(streams: Set<Client>): Client => streams.values().next().value!

function totalOf(holders: Map<Holder, Set<unknown>>): number {
  let total = 0
  for (const streams of holders.values()) total += streams.size
  return total
}

/** The holder with the most streams, counting the new one. Among equals: the newcomer, then the one that came first. */
function largest<Client>(holders: Map<Holder, Set<Client>>, newcomer: Holder): Set<Client> {
  let found: Set<Client> | null = null
  let most = 0
  for (const [holder, streams] of holders) {
    // half a stream more breaks ties in favour of the newcomer
    const count = holder === newcomer ? streams.size + 1.5 : streams.size
    if (count > most) [found, most] = [streams, count]
  }
  return found!
}

function entry<Key, Value>(map: Map<Key, Value>, key: Key, make: () => Value): Value {
  let value = map.get(key)
  if (value === undefined) {
    value = make()
    map.set(key, value)
  }
  return value
}
