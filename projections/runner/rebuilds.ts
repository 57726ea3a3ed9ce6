// Rebuilds read models beside those that continue to be folded, in the process that leads. One that is done catches up
// in a lane of its own and joins the others: no other lane waits for it.
import { setTimeout as pause } from 'node:timers/promises'
import type pg from 'pg'
import { type EventStore, LogIdentityMismatch } from '#services/event-store/port.ts'
import { lineOf } from '#services/platform/errors.ts'
import { Backoff } from '#services/platform/process/backoff.ts'
import { definitionOf } from '../ddl.ts'
import type { Projection, ProjectionName } from '../projection.ts'
import { CannotFold } from '../rebuild/fold-all.ts'
import { type RebuildOptions, RebuildUnderWay, rebuild } from '../rebuild/rebuild.ts'
import { readCheckpoints } from './checkpoint.ts'
import { connectToFold, SERVED } from './fold-connection.ts'
import { isIntact } from './intact-models.ts'
import { progressLines } from './rebuild-lines.ts'

export type RebuildsOptions = {
  readonly store: EventStore
  readonly url: string
  readonly projections: readonly Projection[]
  readonly log: (line: string) => void
  /** From how many events on a rebuild is faster than folding batch by batch. */
  readonly bulkRebuildFrom: number
  readonly readLog: RebuildOptions['readLog']
  readonly signal: AbortSignal
  /** Called for read models that have been built, or cannot be, and are to be folded from their checkpoints. */
  readonly join: (projections: readonly Projection[]) => Promise<void>
  /** Called for a read model that is not to be folded any more, because its rows are about to be replaced. */
  readonly leave: (name: ProjectionName) => Promise<void>
}

const INTACT_CHECK_MS = 10_000
const RETRY_MS = { first: 200, max: 5_000 }

export class Rebuilds {
  readonly #options: RebuildsOptions
  /** Read models that are being built or wait for it, and must not be folded meanwhile. */
  readonly busy = new Set<ProjectionName>()
  /** Read models that were rebuilt and still were not intact. */
  readonly #hopeless = new Set<ProjectionName>()
  #wake = Promise.withResolvers<void>()
  #woken = false

  constructor(options: RebuildsOptions) {
    this.#options = options
  }

  /**
   * Finds the read models whose rows another definition made, and the empty ones. To be called before the lanes begin.
   */
  async plan(client: pg.Client): Promise<{ readonly outdated: Projection[]; readonly empty: Projection[] }> {
    const stored = await readCheckpoints(
      client,
      this.#options.projections.map(({ name }) => name),
    )
    const chosen = (which: (one: (typeof stored)[number], projection: Projection) => boolean) =>
      this.#options.projections.filter((projection) =>
        stored.some((one) => one.projection === projection.name && which(one, projection)),
      )
    const outdated = chosen(({ definition }, projection) => definition !== definitionOf(projection))
    const empty = chosen(({ position, failed }) => position === null && failed === null)
    for (const { name } of [...outdated, ...empty]) this.busy.add(name)
    return { outdated, empty: empty.filter((projection) => !outdated.includes(projection)) }
  }

  /** Builds what is planned, then watches the read models that bets are settled by. Throws LogIdentityMismatch. */
  async run({ outdated, empty }: Awaited<ReturnType<Rebuilds['plan']>>): Promise<void> {
    const { store, bulkRebuildFrom, signal } = this.#options
    const isWorthIt = empty.length > 0 && (await isLong(store, bulkRebuildFrom))
    const chosen = isWorthIt ? [...outdated, ...empty] : outdated
    if (!isWorthIt) await this.#join(empty)
    // those that bets are settled by come first, so that bets settle again as soon as possible
    await this.#build(chosen.filter(({ intact }) => intact !== undefined))
    await this.#build(chosen.filter(({ intact }) => intact === undefined))
    while (!signal.aborted) {
      this.#woken = false
      await this.#heal()
      if (!this.#woken)
        await Promise.race([pause(INTACT_CHECK_MS, undefined, { signal }).catch(() => undefined), this.#wake.promise])
    }
  }

  /** Says that a read model stopped: its rows may be missing. */
  wake(): void {
    this.#woken = true
    this.#wake.resolve()
    this.#wake = Promise.withResolvers()
  }

  async #join(projections: readonly Projection[]): Promise<void> {
    for (const { name } of projections) this.busy.delete(name)
    if (projections.length > 0) await this.#options.join(projections)
  }

  /** Tries until they are built, or cannot be. */
  async #build(projections: readonly Projection[]): Promise<void> {
    const { signal, log } = this.#options
    const backoff = new Backoff(RETRY_MS.first, RETRY_MS.max)
    let lastLine = ''
    for (let left = projections; left.length > 0 && !signal.aborted; ) {
      try {
        await this.#buildOnce(left)
        return
      } catch (error) {
        if (signal.aborted) return
        if (error instanceof LogIdentityMismatch) throw error
        if (error instanceof CannotFold) {
          const [culprits, others] = split(left, ({ name }) => error.projection === null || error.projection === name)
          await this.#giveUp(culprits, error)
          left = others
          continue
        }
        const line = `projector: ${left.map(({ name }) => name).join(', ')} not built: ${lineOf(error)}; retrying`
        if (line !== lastLine) log(line)
        lastLine = line
        await backoff.wait(signal)
        if (error instanceof RebuildUnderWay) left = await this.#stillToBuild(left)
      }
    }
  }

  async #buildOnce(projections: readonly Projection[]): Promise<void> {
    const { store, url, log, signal, readLog = () => store.readAll(null) } = this.#options
    const lines = progressLines(projections, log)
    const { events } = await rebuild({ store, url, projections, readLog, signal, progress: lines.progress })
    lines.done(events)
    await this.#join(projections)
  }

  /** Takes over read models that another rebuild has built; returns the others. */
  async #stillToBuild(projections: readonly Projection[]): Promise<readonly Projection[]> {
    const stored = await this.#connected((client) =>
      readCheckpoints(
        client,
        projections.map(({ name }) => name),
      ),
    )
    const built = projections.filter((projection) =>
      stored.some(
        ({ projection: name, position, definition, failed }) =>
          name === projection.name && position !== null && failed === null && definition === definitionOf(projection),
      ),
    )
    await this.#join(built)
    return projections.filter((projection) => !built.includes(projection))
  }

  /** Folds them batch by batch as far as possible; those whose tables have changed stay as they are. */
  async #giveUp(projections: readonly Projection[], error: CannotFold): Promise<void> {
    const { log } = this.#options
    log(`projector: ${lineOf(error)}`)
    await this.#connected((client) =>
      client.query(
        `update projection_checkpoint c set failed = $3
         from unnest($1::text[], $2::text[]) as p (name, definition)
         where c.projection = p.name and c.definition <> p.definition`,
        [projections.map(({ name }) => name), projections.map(definitionOf), `not rebuilt: ${lineOf(error)}`],
      ),
    )
    await this.#join(projections)
  }

  /** Rebuilds the read models that bets are settled by and whose rows are missing. */
  async #heal(): Promise<void> {
    const { projections, leave, log, signal } = this.#options
    for (const projection of projections) {
      const { name } = projection
      if (projection.intact === undefined || this.busy.has(name) || signal.aborted) continue
      if (await this.#isIntact(projection)) this.#hopeless.delete(name)
      else if (!this.#hopeless.has(name)) {
        this.busy.add(name)
        await leave(name)
        log(`projection ${name}: rows are gone, it is built anew`)
        await this.#build([projection])
        if (await this.#isIntact(projection)) continue
        this.#hopeless.add(name)
        if (!signal.aborted) log(`projection ${name}: rows are missing even so: npx ledger verify`)
      }
    }
  }

  /** True also if the database cannot be asked. */
  #isIntact(projection: Projection): Promise<boolean> {
    return this.#connected((client) => isIntact(client, projection)).catch(() => true)
  }

  async #connected<T>(work: (client: pg.Client) => Promise<T>): Promise<T> {
    const client = await connectToFold(this.#options.url, SERVED, { name: 'fairbook rebuild' })
    try {
      return await work(client)
    } finally {
      await client.end().catch(() => undefined)
    }
  }
}

function split<Item>(items: readonly Item[], is: (item: Item) => boolean): [Item[], Item[]] {
  return [items.filter(is), items.filter((item) => !is(item))]
}

async function isLong(store: EventStore, minEvents: number): Promise<boolean> {
  let count = 0
  for await (const page of store.readAll(null)) {
    count += page.length
    if (count >= minEvents) return true
  }
  return false
}
