// The connections of this product to Postgres: `pg`'s, whose queries are gone as soon as they are answered.
//
// V8 takes a function that the source assigns to a property (`object.name = () => ...`) for a method that stays, and makes it in the old
// generation of its heap. `pg` assigns the callback of each query so, where it answers a promise or bounds the time of a query. Each such
// function is garbage for the next collection of everything alone, and until then so is what it names: the query, its values and its rows,
// which are copied twice by collections of what is young. Given a callback, and no bound, `pg` assigns none.
import pg from 'pg'

type Callback = (error: Error | null, result?: unknown) => void

export class Client extends pg.Client {
  readonly #timeoutMs: number | undefined

  /** `query_timeout`: milliseconds after which a query without an answer fails, and the connection is closed with it: what is sent over it later would wait behind that query. */
  constructor(config: pg.ClientConfig = {}) {
    const { query_timeout, ...rest } = config
    super(rest)
    this.#timeoutMs = query_timeout
  }

  /** As that of `pg`, in all of its forms. What submits itself (COPY, cursors) has no bound of time. */
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

/** With the stack of who asked in place of one that begins at the socket, as `pg` does it. */
function thrownHere(error: Error): never {
  Error.captureStackTrace(error)
  throw error
}
