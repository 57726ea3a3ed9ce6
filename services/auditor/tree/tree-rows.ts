// The rows of the transparency log, as they are stored in the database.
import { CopyOut } from '../postgres/copy/copy-out.ts'
import type { Snapshot } from '../postgres/snapshot.ts'
import { TILE_WIDTH } from './log-tree.ts'

/** How many tiles of leaves are read at a time, at 8 kB each. */
const PAGE = 64
/** Somebody may have allowed nulls: they are read as a place that no tile has, and as no hashes. */
const TILES = `select coalesce(level, -1)::integer as level, coalesce(index, -1)::float8 as index, coalesce(hashes, '') as hashes, follows
  from app.log_tile`

export type TileRow = {
  readonly level: number
  readonly index: number
  readonly hashes: Buffer
  readonly follows: string | null
}
export type HeadRow = {
  readonly logId: string
  readonly size: number
  readonly position: string | null
  readonly hash: string | null
  readonly event: string | null
}
export type CheckpointRow = { readonly size: number; readonly note: string; readonly signedAt: Date }
/** A stored key of the log. Fields about its replacing another key are null for the first one. */
export type KeyRow = {
  readonly verifierKey: string
  readonly since: number
  readonly replaces: string | null
  readonly why: string | null
  readonly endorsement: string | null
  readonly trustedTo: number | null
}

/** The signed checkpoints, oldest first, and the keys of the log. */
export type SignedRows = {
  readonly checkpoints: readonly Pick<CheckpointRow, 'size' | 'note'>[]
  readonly keys: readonly Pick<KeyRow, 'verifierKey'>[]
}

/** By table, the columns that the auditor knows. */
export const TREE_COLUMNS: ReadonlyMap<string, readonly string[]> = new Map([
  ['app.log_tile', ['level', 'index', 'hashes', 'follows']],
  ['app.log_tree', ['single', 'log_id', 'size', 'position', 'hash', 'event']],
  ['app.log_checkpoint', ['size', 'note', 'signed_at']],
  ['app.log_key', ['verifier_key', 'since', 'replaces', 'why', 'endorsement', 'trusted_to', 'known_at']],
])

export type TreeRows = {
  /** How far the tree has come; null if nothing was ever signed. */
  readonly head: HeadRow | null
  /** How many rows `app.log_tree` has: more than one only if somebody has added some. */
  readonly heads: number
  readonly checkpoints: readonly CheckpointRow[]
  readonly keys: readonly KeyRow[]
  /** The tiles above those of leaves: about one for every 65,536 events. */
  readonly upper: readonly TileRow[]
  /** The tiles of leaves, in order. Can be read only once. */
  readonly leaves: AsyncGenerator<TileRow>
}

/** `from`: how many events an earlier audit has read. Their tiles are read first and in one query. */
export async function readTreeRows(snapshot: Snapshot, from: number): Promise<TreeRows> {
  const { main } = snapshot
  const select = async <Row extends object>(query: string) => (await main.query<Row>(query)).rows
  const heads = await select<HeadRow>(
    `select log_id as "logId", size::float8 as size, position, hash, event from app.log_tree`,
  )
  return {
    head: heads[0] ?? null,
    heads: heads.length,
    checkpoints: await select(
      `select coalesce(size, -1)::float8 as size, coalesce(note, '') as note, signed_at as "signedAt" from app.log_checkpoint order by app.log_checkpoint.size`,
    ),
    keys: await select(
      `select coalesce(verifier_key, '') as "verifierKey", since::float8 as since, replaces, why, endorsement,
         trusted_to::float8 as "trustedTo" from app.log_key order by since, known_at`,
    ),
    upper: await select(`${TILES} where level is distinct from 0 order by level, index`),
    leaves: readLeaves(snapshot, Math.ceil(from / TILE_WIDTH)),
  }
}

/**
 * `tiles`: how many to read in one query. The rest is read in pages, between which the connection is free for other
 * queries.
 */
async function* readLeaves({ main }: Snapshot, tiles: number): AsyncGenerator<TileRow> {
  if (tiles > 0) yield* readAtOnce(main, tiles)
  const rest = tiles === 0 ? '' : `and (index < ${tiles}) is not true`
  await main.query(`declare leaves no scroll cursor for ${TILES} where level = 0 ${rest} order by index`)
  for (;;) {
    const { rows } = await main.query<TileRow>(`fetch ${PAGE} from leaves`)
    yield* rows
    if (rows.length < PAGE) return
  }
}

/** PGCOPY signature, flags, and length of the extension. */
const HEADER_BYTES = 19
/** Stands before each field. */
const LENGTH_BYTES = 4
const NULL_LENGTH = -1
/** Stands before each row. */
const FIELDS_BYTES = 2
/** The number of fields that marks the end, after the last row. */
const TRAILER = -1

/**
 * The first `tiles` tiles, in COPY's binary format, since hashes as text take twice as long to send and to read. The
 * connection is free once the last tile was yielded, or when the caller stops.
 */
async function* readAtOnce(main: Snapshot['main'], tiles: number): AsyncGenerator<TileRow> {
  let came: TileRow[] = []
  let header = HEADER_BYTES
  const add = (bytes: Buffer, begin: number): void => {
    let at = begin + header
    header = 0
    if (bytes.readInt16BE(at) === TRAILER) return
    at += FIELDS_BYTES
    const field = (): Buffer | null => {
      const length = bytes.readInt32BE(at)
      const from = at + LENGTH_BYTES
      at = from + Math.max(0, length)
      return length === NULL_LENGTH ? null : bytes.subarray(from, at)
    }
    const [index, hashes, follows] = [field()!, field()!, field()]
    // copied, because these bytes are overwritten by what is read next
    came.push({
      level: 0,
      index: index.readDoubleBE(),
      hashes: Buffer.from(hashes),
      follows: follows?.toString() ?? null,
    })
  }
  const cells = `index::float8, coalesce(hashes, ''), follows::text`
  const query = `select ${cells} from app.log_tile where level = 0 and index < ${tiles} order by index`
  const copy = main.query(new CopyOut(`copy (${query}) to stdout (format binary)`, add))
  const last: TileRow[] = []
  try {
    for (let more = true; more; ) {
      more = await copy.more()
      const rows = came
      came = []
      for (const row of rows) {
        if (row.index < tiles - 1) yield row
        else last.push(row)
      }
    }
  } finally {
    copy.drop()
  }
  yield* last
}
