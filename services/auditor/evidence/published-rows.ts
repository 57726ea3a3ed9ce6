// Checks the prices in app.quote by their seals, whether anybody bet on them or not: the row must be a leaf under the
// root in the log that its seal names.
import type pg from 'pg'
import type { Body } from '../events/body.ts'
import type { StruckLeg } from '../events/payloads.ts'
import type { Findings } from '../findings/findings.ts'
import { rowsOf } from '../identity/commitments.ts'
import { leafText } from '../seals/leg-seals.ts'
import { rootOfPath } from '../seals/merkle-path.ts'
import { daysBefore, isDay } from '../seals/published-quotes.ts'
import type { Spill } from '../spill/spill.ts'
import type { SpillMap } from '../spill/spill-map.ts'
import { leafOf } from '../tree/log-tree.ts'
import { priceKey, type SelectionRow, selectionIn, shownSelection } from './named-quote.ts'

type Published = Extract<Body, { type: 'QuotesPublished' }>
/** '<size> <root> <day>'; '' until the log comes to it. */
type Batch = string

type Row = SelectionRow & {
  readonly selectionName: string
  readonly drawOffered: boolean
  readonly odds: string
  readonly bookmaker: string
  readonly quotedAt: Date
  readonly fetchedAt: Date
  readonly message: string
  readonly feed: string | null
  readonly version: number | null
  readonly index: number | null
  readonly size: number | null
  readonly path: string | null
}

const ROWS = `
select fixture_id as fixture, market, nullif(point, '') as point, selection, selection_name as "selectionName", draw_offered as "drawOffered", odds,
  bookmaker, quoted_at as "quotedAt", fetched_at as "fetchedAt", message_hash as message, seal_feed as feed,
  seal_version as version, seal_index as index, seal_size as size, seal_path as path
from app.quote order by fixture_id, market, point, selection`

const BATCHES_BY_STREAM = `
select distinct 'feed-' || seal_feed as stream, seal_version as version from app.quote
where seal_feed is not null and seal_version is not null`
const BATCHES = `select stream || '@' || version as batch from (${BATCHES_BY_STREAM}) n`

/** Looked up one by one (`offset 0`), since the log is long. */
const EARLIER = `
select e.position::float8 - 1 as number, e.body from (${BATCHES_BY_STREAM}) n
cross join lateral (
  select position, body from log.events where (stream, version) = (n.stream, n.version) and position <= $1 offset 0
) e`

type EarlierEvent = { readonly number: number; readonly body: string }

async function readEarlier(client: pg.Client, from: number): Promise<readonly EarlierEvent[]> {
  return (await client.query<EarlierEvent>(EARLIER, [from])).rows
}

const leavesOf = (events: readonly EarlierEvent[]): Map<number, Buffer> =>
  new Map(events.map(({ number, body }) => [number, leafOf(body)]))

/** See `PublishedRows.earlier`. */
export const earlierLeaves = async (client: pg.Client, from: number): Promise<ReadonlyMap<number, Buffer>> =>
  leavesOf(from === 0 ? [] : await readEarlier(client, from))

export class PublishedRows {
  rows = 0
  /** How many rows are from before prices were published. */
  older = 0
  /** By ledger number, the leaves of batches that come before the first event that is read, and that rows name. */
  earlier: ReadonlyMap<number, Buffer> = new Map()
  readonly #client: pg.Client
  readonly #findings: Findings
  /** The batches that rows name, by '<stream>@<version>'. */
  readonly #batches: SpillMap<Batch>

  private constructor(client: pg.Client, findings: Findings, batches: SpillMap<Batch>) {
    this.#client = client
    this.#findings = findings
    this.#batches = batches
  }

  /** `from`: the first ledger number that is read. */
  static async begin(client: pg.Client, findings: Findings, spill: Spill, from: number): Promise<PublishedRows> {
    const batches = spill.scratch<Batch>()
    for await (const { batch } of rowsOf<{ batch: string }>(client, BATCHES)) {
      batches.add(batch, '')
      spill.settle()
    }
    const rows = new PublishedRows(client, findings, batches)
    if (from > 0) await rows.#readEarlier(from)
    return rows
  }

  async #readEarlier(from: number): Promise<void> {
    const events = await readEarlier(this.#client, from)
    this.earlier = leavesOf(events)
    // not checked here: an earlier audit did, if the event is the one in the signed tree
    for (const { body } of events) this.publish(JSON.parse(body) as Published)
  }

  publish({ stream, version, data: { size, root, day } }: Published): void {
    const batch = `${stream}@${version}`
    if (this.#batches.has(batch) && isDay(day)) this.#batches.set(batch, `${size} ${root} ${day}`)
  }

  /**
   * Whether a row may hold the quote of a leg: if a row names the batch of its seal. A leg without a seal, from before
   * there were any, may be held.
   */
  mayShow({ seal }: Pick<StruckLeg, 'seal'>): boolean {
    return seal === undefined || this.#batches.has(`feed-${seal.feed}@${seal.version}`)
  }

  /**
   * To be called after the last event. `isKnown`: whether a fault of the row with this `priceKey` was already reported.
   */
  async end(isKnown: (key: string) => boolean): Promise<void> {
    for await (const row of rowsOf<Row>(this.#client, ROWS)) {
      this.rows += 1
      const selection = selectionIn(row)
      const fault = isKnown(priceKey(selection)) ? null : this.#faultOf(row)
      if (fault === null) continue
      this.#findings.about(`quote ${shownSelection(selection)}`, 'quote_row_mismatch', fault[0], fault[1])
    }
  }

  #faultOf(row: Row): readonly [expected: string, actual: string] | null {
    const { feed, version, index, size, path } = row
    const seal = [feed, version, index, size, path]
    if (seal.every((part) => part === null)) {
      this.older += 1
      return null
    }
    if (feed === null || version === null || index === null || size === null || path === null) {
      return ['a whole seal', JSON.stringify(seal)]
    }
    const batch = `feed-${feed}@${version}`
    const [sizeOfBatch, root, day] = (this.#batches.peek(batch) ?? '').split(' ')
    if (root === undefined) return ['a batch of the log', batch]
    if (String(size) !== sizeOfBatch) return [`one of ${sizeOfBatch}`, `one of ${size} in ${batch}`]
    if (rootOfPath(textOf(row), index, size, path) !== root)
      return [`root ${root} of ${batch}`, 'another one by its seal']
    // a price keeps its seal on the day it was published and the next
    const last = daysBefore(day!, -1)
    const fetchedAt = row.fetchedAt.toISOString()
    return fetchedAt.slice(0, 10) <= last ? null : [`fetched by the end of ${last}`, fetchedAt]
  }
}

const textOf = ({ selectionName, drawOffered, odds, bookmaker, quotedAt, message, ...row }: Row): string =>
  leafText({
    ...selectionIn(row),
    ...{ selectionName, odds, bookmaker, message, quotedAt: quotedAt.toISOString() },
    ...(drawOffered ? { drawOffered } : {}),
  })
