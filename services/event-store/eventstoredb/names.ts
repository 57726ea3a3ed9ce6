// Which streams of a server are ours. One server may hold several products; each knows its own by a prefix.

/** Stands between prefix and name: no stream of ours has it in its name, so no prefix can be taken for another's. */
const SEPARATOR = ':'

/** What the server filters a read of all streams by. */
export type StreamPattern = { readonly prefixes: readonly string[] } | { readonly regex: string }

export class Names {
  readonly #before: string
  /** Our streams, without those of the system, of other products and of strangers. */
  readonly pattern: StreamPattern

  /** `prefix`: lower-case letters and digits; empty for a server that holds one product alone. */
  constructor(prefix: string) {
    if (!/^[a-z0-9]*$/.test(prefix)) throw new TypeError('a prefix has lower-case letters and digits only')
    this.#before = prefix === '' ? '' : `${prefix}${SEPARATOR}`
    this.pattern = prefix === '' ? { regex: '^[^$:][^:]*$' } : { prefixes: [this.#before] }
  }

  /** Name of one of our streams on the server. */
  onServer(stream: string): string {
    return this.#before + stream
  }

  /** Our name of a stream on the server; null where it is not ours. */
  ours(onServer: string): string | null {
    if (!onServer.startsWith(this.#before)) return null
    const name = onServer.slice(this.#before.length)
    return name === '' || name.startsWith('$') || name.includes(SEPARATOR) ? null : name
  }
}
