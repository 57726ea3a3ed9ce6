// The rows of the tree: its tiles, how far it has grown, and what was signed.
import type pg from 'pg'
import { edgeOf, type Tile } from '#services/merkle/tiles.ts'
import { inTransactionOn } from '#services/platform/database/transaction.ts'
import { SUPERSEDED } from './witness-rows.ts'

type Queryable = Pick<pg.ClientBase, 'query'>

/**
 * How far the tree has grown. `position`, `hash`, `event` (stream@version): of the last event in it; null before the
 * first.
 */
export type TreeHead = {
  readonly logId: string
  readonly size: number
  readonly position: string | null
  readonly hash: string | null
  readonly event: string | null
}

/** A tile of level 0 also has the position in the store of the event before its first. */
export type TileRow = Tile & { readonly follows: string | null }

export async function readHead(db: Queryable): Promise<TreeHead | null> {
  const { rows } = await db.query<TreeHead>(
    `select log_id as "logId", size::float8 as size, position, hash, event from app.log_tree`,
  )
  return rows[0] ?? null
}

/**
 * Deletes checkpoints of more events than `size`, and the tree, which is rebuilt up to the newest checkpoint that is
 * left.
 */
export async function forgetBeyond(client: pg.Client, size: number): Promise<void> {
  await inTransactionOn(client, async () => {
    await client.query('delete from app.log_checkpoint c where c.size > $1', [size])
    await client.query('delete from app.log_tile')
    await client.query('delete from app.log_tree')
  })
}

/** The tiles at the edge of a tree of `size` events. */
export async function readEdge(db: Queryable, size: number): Promise<TileRow[]> {
  const edge = edgeOf(size)
  const { rows } = await db.query<TileRow>(
    `select t.level, t.index::float8 as index, t.hashes, t.follows from app.log_tile t
     join unnest($1::smallint[], $2::bigint[]) as edge(level, index) using (level, index)`,
    [edge.map(({ level }) => level), edge.map(({ index }) => index)],
  )
  return rows
}

/** The newest signed checkpoint; null before the first. */
export async function readCheckpoint(db: Queryable): Promise<{ readonly size: number; readonly note: string } | null> {
  const { rows } = await db.query<{ size: number; note: string }>(
    `select size::float8 as size, note from app.log_checkpoint order by app.log_checkpoint.size desc limit 1`,
  )
  return rows[0] ?? null
}

/** The hashes of a tile, cut to `width`; null if it has fewer, or does not exist. */
export async function readTile(
  db: Queryable,
  level: number,
  index: number,
  width: number,
): Promise<{ readonly hashes: Buffer; readonly follows: string | null } | null> {
  const { rows } = await db.query<{ hashes: Buffer; follows: string | null }>(
    `select substring(hashes from 1 for $3 * 32) as hashes, follows from app.log_tile
     where level = $1 and index = $2 and octet_length(hashes) >= $3 * 32`,
    [level, index, width],
  )
  return rows[0] ?? null
}

/**
 * Writes tiles, head and signed checkpoint in one transaction. `note`: null while a tree is rebuilt. For each past hour
 * the last checkpoint is kept, and always the newest that was cosigned.
 */
export async function writeTree(
  client: pg.Client,
  { tiles, head, note }: { readonly tiles: readonly TileRow[]; readonly head: TreeHead; readonly note: string | null },
): Promise<void> {
  await inTransactionOn(client, async () => {
    await client.query(
      `insert into app.log_tile (level, index, hashes, follows)
       select * from unnest($1::smallint[], $2::bigint[], $3::bytea[], $4::text[])
       on conflict (level, index) do update set hashes = excluded.hashes`,
      [
        tiles.map(({ level }) => level),
        tiles.map(({ index }) => index),
        tiles.map(({ hashes }) => hashes),
        tiles.map(({ follows }) => follows),
      ],
    )
    await client.query(
      `insert into app.log_tree (log_id, size, position, hash, event) values ($1, $2, $3, $4, $5)
       on conflict (single) do update set size = excluded.size, position = excluded.position, hash = excluded.hash,
         event = excluded.event`,
      [head.logId, head.size, head.position, head.hash, head.event],
    )
    if (note !== null) {
      await client.query(`delete from app.log_checkpoint where ${SUPERSEDED}`)
      // a rebuilt tree may end where it ended before
      await client.query(`insert into app.log_checkpoint (size, note) values ($1, $2) on conflict (size) do nothing`, [
        head.size,
        note,
      ])
    }
  })
}
