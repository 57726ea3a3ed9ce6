// Names of streams on the server. One server may hold several products, each with a prefix of its own.

/** Between prefix and name. No stream of ours contains it, so prefixes cannot be confused. */
const SEPARATOR = ':'

/** The server-side filter of a read of all streams. */
export type StreamPattern = { readonly prefixes: readonly string[] } | { readonly regex: string }

export class StreamNames {
  readonly #prefix: string
  /** Matches our streams, and none of the system's or of other applications. */
  readonly pattern: StreamPattern

  /** `prefix`: lower-case letters and digits; empty for a server with a single product. */
  constructor(prefix: string) {
    if (!/^[a-z0-9]*$/.test(prefix)) throw new TypeError('a prefix has lower-case letters and digits only')
    this.#prefix = prefix === '' ? '' : `${prefix}${SEPARATOR}`
    this.pattern = prefix === '' ? { regex: '^[^$:][^:]*$' } : { prefixes: [this.#prefix] }
  }

  /** The name of one of our streams on the server. */
  onServer(stream: string): string {
    return this.#prefix + stream
  }

  /** Our name of a stream on the server; null if it is not ours. */
  fromServer(onServer: string): string | null {
    if (!onServer.startsWith(this.#prefix)) return null
    const name = onServer.slice(this.#prefix.length)
    return name === '' || name.startsWith('$') || name.includes(SEPARATOR) ? null : name
  }
}
