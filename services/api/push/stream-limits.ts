// How many streams a session and an address may hold. A new one is always let in; another gives way to it. At the limit
// of an address that is one of whoever holds most there, so that nobody drives out the others of an office.

export type StreamLimits = { readonly perSession: number; readonly perAddress: number }

/** Those who are counted apart at one address: each session, and everybody without one together. */
type Holder = string
const ANONYMOUS: Holder = ''

type Stream = { readonly network: string; readonly session: { readonly id: string } | null }

export class OpenStreams<Client extends Stream> {
  readonly #limits: StreamLimits
  /** By network and holder, the oldest first. */
  readonly #networks = new Map<string, Map<Holder, Set<Client>>>()
  readonly #sessions = new Map<string, Set<Client>>()

  constructor(limits: StreamLimits) {
    this.#limits = limits
  }

  /** Counts a new stream; answers those that give way to it, which are counted no more. */
  add(client: Client): Client[] {
    const { perSession, perAddress } = this.#limits
    const giveWay: Client[] = []
    const leave = (one: Client) => {
      this.remove(one)
      giveWay.push(one)
    }
    if (client.session !== null) {
      const own = this.#sessions.get(client.session.id)
      if (own !== undefined && own.size >= perSession) leave(oldestOf(own))
    }
    const holders = this.#networks.get(client.network)
    if (holders !== undefined && totalOf(holders) >= perAddress) leave(oldestOf(largest(holders, holderOf(client))))
    this.#put(client)
    return giveWay
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

/** Whose streams are most, counting the one that comes; of equals the newcomer gives way, then who came first. */
function largest<Client>(holders: Map<Holder, Set<Client>>, newcomer: Holder): Set<Client> {
  let found: Set<Client> | null = null
  let most = 0
  for (const [holder, streams] of holders) {
    // half a stream more settles it among equals
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
