// The one connection that appends. Where it breaks in the middle of a call, nobody knows whether that was committed:
// the same call is made again on a new connection until the answer is certain. That is safe, because a call that was
// committed finds other heads than it expects, and its events where it left them.
import { setTimeout as pause } from 'node:timers/promises'
import pg from 'pg'
import { OutcomeUnknown, StoreUnavailable } from '../port.ts'
import { type AppendCalls, BatchRefused } from './appender.ts'
import { type Batch, parametersOf, type Waiting } from './batch.ts'

export type AppendConnectionOptions = {
  readonly url: string
  /** How long to look for a server before an append that was not sent is refused. */
  readonly connectWithinMs: number
  /** How long to find out what became of a call whose answer was lost. */
  readonly resolveWithinMs: number
  /** A call that takes longer is taken for lost. */
  readonly answerWithinMs: number
  /** Throws where the server that answers now holds another log than before. */
  check(client: pg.Client): Promise<void>
}

const WRITE = `select array_to_string(log.append($1, $2, $3, $4, $5, $6, $7), ',', '-')`
const FIND = `
  select e.position
  from unnest($1::text[], $2::integer[], $3::text[]) with ordinality as a (stream, version, hash, number)
  left join log.events e on e.stream = a.stream and e.version = a.version and e.hash = decode(a.hash, 'hex')
  order by a.number`

export class AppendConnection implements AppendCalls {
  #client: pg.Client | null = null
  readonly #options: AppendConnectionOptions

  constructor(options: AppendConnectionOptions) {
    this.#options = options
  }

  async write(batch: Batch): Promise<(number | null)[]> {
    const rows = await this.#call('log-append', WRITE, parametersOf(batch))
    const answer = rows[0]?.[0]
    if (typeof answer !== 'string') throw new OutcomeUnknown('the append function gave no answer')
    return answer.split(',').map((position) => (position === '-' ? null : Number(position)))
  }

  async find(appends: readonly Waiting[]): Promise<(number | null)[]> {
    const heads = appends.map((append) => append.head)
    const streams = appends.map((append) => append.request.stream)
    const rows = await this.#call('log-find', FIND, [
      streams,
      heads.map((head) => head.version),
      heads.map((head) => head.hash),
    ])
    return rows.map(([position]) => (position == null ? null : Number(position)))
  }

  async close(): Promise<void> {
    await this.#client?.end().catch(() => undefined)
  }

  /** Makes the call until it has been answered. */
  async #call(name: string, text: string, values: unknown[]): Promise<unknown[][]> {
    let giveUpAt = performance.now() + this.#options.connectWithinMs
    let sent = false
    for (let wait = 10; ; wait = Math.min(wait * 2, 500)) {
      try {
        const client = this.#client ?? (await this.#connect(giveUpAt))
        const first = !sent
        sent = true
        if (first) giveUpAt = performance.now() + this.#options.resolveWithinMs
        try {
          const result = await client.query<unknown[]>({ name, text, values, rowMode: 'array' })
          return result.rows
        } catch (error) {
          // of a first call this is certain; of a repeated one it says nothing about the call before
          if (first && isRefusal(error)) throw new BatchRefused(messageOf(error), { cause: error })
          throw error
        }
      } catch (error) {
        if (error instanceof BatchRefused) throw error
        this.#drop()
        if (performance.now() + wait < giveUpAt) await pause(wait)
        else if (sent)
          throw new OutcomeUnknown(`the answer to an append was lost: ${messageOf(error)}`, { cause: error })
        else throw new StoreUnavailable(`the event store cannot be reached: ${messageOf(error)}`, { cause: error })
      }
    }
  }

  async #connect(giveUpAt: number): Promise<pg.Client> {
    const left = Math.max(1, Math.round(giveUpAt - performance.now()))
    const client = new pg.Client({
      connectionString: this.#options.url,
      application_name: 'fairbook append',
      connectionTimeoutMillis: left,
      query_timeout: this.#options.answerWithinMs,
      keepAlive: true,
    })
    // what broke shows at the next call
    client.on('error', () => {
      if (this.#client === client) this.#client = null
    })
    try {
      await client.connect()
      await this.#options.check(client)
    } catch (error) {
      client.end().catch(() => undefined)
      throw error
    }
    this.#client = client
    return client
  }

  #drop(): void {
    this.#client?.end().catch(() => undefined)
    this.#client = null
  }
}

/** The server looked at the call and rolled it back: an ERROR, not the FATAL of a connection that is being ended. */
function isRefusal(error: unknown): boolean {
  return error instanceof pg.DatabaseError && error.severity === 'ERROR'
}

function messageOf(error: unknown): string {
  return error instanceof Error ? error.message : String(error)
}
