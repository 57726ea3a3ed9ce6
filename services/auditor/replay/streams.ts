// The streams, as far as they have been read, and the accounts and fixtures on them.

import type { Known } from '../spill/known.ts'
import type { Spill } from '../spill/spill.ts'
import type { SpillMap } from '../spill/spill-map.ts'
import type { Account, Fixture, Stream } from './entities.ts'

const ACCOUNT = 'account-'

export class Streams {
  readonly ofAccounts: SpillMap<Stream>
  readonly others: SpillMap<Stream>
  #begun = 0

  /** `entries`: how many streams of accounts, and how many others, stay in memory. */
  constructor(spill: Spill, entries: number) {
    this.ofAccounts = spill.map('streams of accounts', entries)
    this.others = spill.map('other streams', entries)
    spill.part('streams', {
      write: () => this.#begun,
      read: (begun: number) => {
        this.#begun = begun
      },
    })
  }

  get(name: string): Stream | undefined {
    return this.#of(name).get(name)
  }

  /** The stream of this name; begins it if there is none. */
  on(name: string): Stream {
    return this.get(name) ?? this.#begin(name)
  }

  #of(name: string): SpillMap<Stream> {
    return name.startsWith(ACCOUNT) ? this.ofAccounts : this.others
  }

  #begin(name: string): Stream {
    const dash = name.indexOf('-')
    const stream = {
      name,
      ordinal: this.#begun++,
      kind: dash === -1 ? name : name.slice(0, dash),
      subject: dash === -1 ? '' : name.slice(dash + 1),
      version: -1,
      hash: null,
      digest: null,
      recordedAt: Number.NEGATIVE_INFINITY,
      account: null,
      fixture: null,
      approved: null,
    }
    this.#of(name).set(name, stream)
    return stream
  }
}

type Subject = { account: Account; fixture: Fixture }

export class Subjects<Kind extends keyof Subject> implements Known<Subject[Kind]> {
  size = 0
  readonly #streams: SpillMap<Stream>
  readonly #kind: Kind

  constructor(streams: SpillMap<Stream>, kind: Kind) {
    this.#streams = streams
    this.#kind = kind
  }

  get(id: string): Subject[Kind] | undefined {
    return this.#of(this.#streams.get(`${this.#kind}-${id}`))
  }

  peek(id: string): Subject[Kind] | undefined {
    return this.#of(this.#streams.peek(`${this.#kind}-${id}`))
  }

  /** The version of the last event on its stream; -1 if there is none. */
  versionOf(id: string): number {
    return this.#streams.peek(`${this.#kind}-${id}`)?.version ?? -1
  }

  has(id: string): boolean {
    return this.peek(id) !== undefined
  }

  /** `stream`: its own. */
  add(stream: Stream, subject: Subject[Kind]): void {
    const of: Pick<Stream, keyof Subject> = stream
    of[this.#kind] = subject
    this.size += 1
  }

  /** In the order in which their streams began. */
  *values(): Generator<Subject[Kind]> {
    for (const stream of this.#streams.values()) {
      const subject = this.#of(stream)
      if (subject !== undefined) yield subject
    }
  }

  *keys(): Generator<string> {
    for (const { id } of this.values()) yield id
  }

  *[Symbol.iterator](): Generator<[string, Subject[Kind]]> {
    for (const subject of this.values()) yield [subject.id, subject]
  }

  #of(stream: Stream | undefined): Subject[Kind] | undefined {
    return (stream?.[this.#kind] as Subject[Kind] | null | undefined) ?? undefined
  }
}
