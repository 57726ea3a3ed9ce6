// The product's connections to Postgres: those of `pg`, but their queries can be collected as soon as they are
// answered.
//
// V8 takes a function that source code assigns to a property (`object.name = () => ...`) for a method that stays, and
// allocates it in the old generation of its heap. `pg` assigns the callback of each query like that if it returns a
// promise or limits the time of the query. Each such function is garbage only for the next full collection, and until
// then so is what it refers to: the query, its values and its rows, which collections of the young generation copy
// twice. If `pg` is given a callback and no time limit, it assigns none.
import pg from 'pg'

type Callback = (error: Error | null, result?: unknown) => void

export class Client extends pg.Client {
  readonly #timeoutMs: number | undefined

  /**
   * `query_timeout`: milliseconds after which a query without a reply fails. Its connection is closed too, because
   * later queries on it would wait behind that one.
   */
  constructor(config: pg.ClientConfig = {}) {
    const { query_timeout, ...rest } = config
    super(rest)
    this.#timeoutMs = query_timeout
  }

  /** As that of `pg`, in all of its forms. Queries that submit themselves (COPY, cursors) have no time limit. */
  override query(...parameters: never[]): never {
    const [config, ...rest] = parameters as unknown[]
    return this.#query(config, rest) as never
  }

  #query(config: unknown, rest: unknown[]): unknown {
    if (typeof config === 'object' && config !== null && 'submit' in config) return this.#send(config, ...rest)
    const values = rest.find((each) => Array.isArray(each))
    const callback = rest.find((each) => typeof each === 'function') as Callback | undefined
    if (callback !== undefined) return this.#send(config, values, this.#inTime(callback))
    return new Promise((resolve, reject) => {
      const settle: Callback = (error, result) => (error ? reject(error) : resolve(result))
      this.#send(config, values, this.#inTime(settle))
    }).catch(thrownHere)
  }

  #send(...parameters: unknown[]): unknown {
    return super.query(...(parameters as [string]))
  }

  #inTime(callback: Callback): Callback {
    if (this.#timeoutMs === undefined) return callback
    let isLate = false
    const timer = setTimeout(() => {
      isLate = true
      callback(new Error('Query read timeout'))
      this.connection.stream.destroy()
    }, this.#timeoutMs)
    return (error, result) => {
      clearTimeout(timer)
      if (!isLate) callback(error, result)
    }
  }
}

/** With the caller's stack instead of one that begins at the socket, as `pg` does it. */
function thrownHere(error: Error): never {
  Error.captureStackTrace(error)
  throw error
}
