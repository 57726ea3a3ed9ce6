// The backends of a Postgres, and which process each of them serves.
import pg from 'pg'
import { ownersOfPorts } from './sockets.ts'

/**
 * `owner`: the process at the other end, if it is one of those asked about. `isShared`: serves no process in
 * particular.
 */
export type Backend = {
  readonly pid: number
  readonly application: string
  readonly owner: number | null
  readonly isShared: boolean
}

type Activity = { readonly pid: number; readonly application: string; readonly port: number | null }

export class Backends {
  readonly #client: pg.Client
  readonly #known = new Map<string, number>()

  private constructor(client: pg.Client) {
    this.#client = client
  }

  /** `url`: of the superuser, who sees all backends. */
  static async watch(url: string): Promise<Backends> {
    const client = new pg.Client({ connectionString: url, application_name: 'fairbook bench accounting' })
    await client.connect()
    return new Backends(client)
  }

  /** `clients`: the processes that may be at the other end. */
  async list(clients: readonly number[]): Promise<Backend[]> {
    const { rows } = await this.#client.query<Activity>({
      name: 'activity',
      text: `select pid, coalesce(application_name, '') as application, client_port as port from pg_stat_activity
        where pid <> pg_backend_pid()`,
    })
    const name = ({ pid, port }: Activity) => `${pid}:${port}`
    // only for new backends, since searching all sockets takes longer than everything else
    if (rows.some((row) => row.port !== null && !this.#known.has(name(row)))) {
      const owners = ownersOfPorts([process.pid, ...clients])
      for (const row of rows) {
        const owner = owners.get(row.port ?? 0)
        if (owner !== undefined) this.#known.set(name(row), owner)
      }
    }
    return rows.map((row) => ({
      pid: row.pid,
      application: row.application,
      owner: this.#known.get(name(row)) ?? null,
      isShared: row.port === null,
    }))
  }

  close(): Promise<void> {
    return this.#client.end()
  }
}
