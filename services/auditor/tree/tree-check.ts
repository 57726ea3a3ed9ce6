// The tree that was signed against the tree of the log: every tile, every kept checkpoint, and how far it has come.
import type { LogRow } from '../events/log-row.ts'
import type { Findings } from '../findings/findings.ts'
import type { Snapshot } from '../postgres/snapshot.ts'
import { lacksWitnesses, type WitnessPolicy } from './cosignatures.ts'
import { HASH_BYTES, LogTree } from './log-tree.ts'
import { openCheckpoint, readVerifierKey, type VerifierKey } from './signed-note.ts'
import { type HeadRow, readTreeRows, type SignedRows, type TileRow, type TreeRows } from './tree-rows.ts'

const TILE_WIDTH = 256

/** What an auditor has kept: checkpoints, each with where it is from, and verifier keys. */
export type Kept = {
  readonly checkpoints?: readonly { readonly name: string; readonly note: string }[]
  readonly keys?: readonly string[]
  /** Whether `keys` are all that is believed: else those of the database are, too. */
  readonly onlyKeys?: boolean
  /** Null: nobody has to have cosigned. */
  readonly witnessed?: WitnessPolicy | null
}

/** What the log was held against that is not its own: checkpoints by where they are from and their number of events, and keys. */
export type Held = {
  readonly checkpoints: readonly { readonly name: string; readonly size: number }[]
  readonly keys: readonly string[]
}

/** The tree of the log: its root (base64), and the size up to which a checkpoint was signed; null where none was. */
export type TreeReport = {
  readonly size: number
  readonly root: string
  readonly signed: number | null
  readonly heldAgainst: Held
}
/** A signed checkpoint, and the verifier key of the log. */
export type Signed = { readonly note: string; readonly key: string }

type Place = { readonly position: string; readonly hash: string; readonly event: string }

export class TreeCheck {
  readonly #findings: Findings
  /** Tiles, and how far they have come; null where only the log is read. */
  readonly #rows: TreeRows | null
  readonly #stored: SignedRows | null
  readonly #tree: LogTree
  /** Stored tiles that the tree has not reached, by level and index. */
  readonly #tiles = new Map<string, TileRow>()
  /** Roots that were signed, by size. */
  readonly #signed: ReadonlyMap<number, readonly { readonly subject: string; readonly root: string }[]>
  readonly #heldAgainst: Held
  #loaded = 0
  #leavesEnded = false
  #last: Place | null = null

  private constructor(findings: Findings, rows: TreeRows | null, stored: SignedRows | null, kept: Kept) {
    this.#findings = findings
    this.#rows = rows
    this.#stored = stored
    this.#tree = new LogTree(rows === null ? undefined : (...hash) => this.#compare(...hash))
    for (const tile of rows?.upper ?? []) this.#tiles.set(nameOf(tile.level, tile.index), tile)
    const { signed, held } = this.#openCheckpoints(kept)
    this.#signed = signed
    this.#heldAgainst = { checkpoints: held, keys: kept.keys ?? [] }
    if (kept.onlyKeys && signed.size === 0) {
      findings.gap(
        'no checkpoint is signed by a key that was given: nothing says that these are the events that were recorded',
      )
    }
  }

  /** `snapshot`: null where only the log is read. */
  static async begin(snapshot: Snapshot | null, findings: Findings, kept: Kept = {}): Promise<TreeCheck> {
    const rows = snapshot === null ? null : await readTreeRows(snapshot)
    return new TreeCheck(findings, rows, rows, kept)
  }

  /** Of a log that brings along what was signed, and no tiles. */
  static of(stored: SignedRows, findings: Findings, kept: Kept): TreeCheck {
    return new TreeCheck(findings, null, stored, kept)
  }

  /** What was signed last at the moment that is audited; null where nothing was. */
  get newest(): Signed | null {
    const note = this.#stored?.checkpoints.at(-1)?.note
    const key = this.#stored?.keys.at(-1)?.verifierKey
    return note === undefined || key === undefined ? null : { note, key }
  }

  /** To be awaited before the next `count` events. */
  async ready(count: number): Promise<void> {
    if (this.#rows === null) return
    const end = Math.ceil((this.#tree.size + count) / TILE_WIDTH)
    while (!this.#leavesEnded && this.#loaded < end) {
      const { value, done } = await this.#rows.leaves.next()
      if (done) this.#leavesEnded = true
      else this.#keep(value)
    }
  }

  add(row: LogRow, leaf: Buffer): void {
    this.#checkFollows()
    this.#tree.add(leaf)
    this.#last = { position: row.position, hash: row.hash, event: `${row.stream}@${row.version}` }
    const { size } = this.#tree
    const head = this.#rows?.head
    if (head?.size === size) this.#checkHead(head)
    for (const { subject, root } of this.#signed.get(size) ?? []) {
      const actual = this.#tree.root()
      if (actual !== root) this.#findings.about(subject, 'signed_root_mismatch', root, actual)
    }
  }

  /** After the last event. */
  async end(logId: string | null): Promise<TreeReport> {
    const { size } = this.#tree
    const root = this.#tree.root()
    for (const [signed, checkpoints] of this.#signed) {
      if (signed <= size) continue
      for (const { subject } of checkpoints) {
        this.#findings.about(subject, 'log_cut', `${signed} events at least`, `${size} events`)
      }
    }
    if (this.#rows !== null) await this.#checkWhole(this.#rows, size, logId)
    const signed = this.#stored?.checkpoints.at(-1)?.size ?? null
    return { size, root, signed, heldAgainst: this.#heldAgainst }
  }

  async #checkWhole({ head, checkpoints, leaves }: TreeRows, size: number, logId: string | null): Promise<void> {
    for await (const tile of leaves) this.#keep(tile)
    const findings = this.#findings
    const newest = checkpoints.at(-1)?.size ?? null
    if ((head?.size ?? null) !== newest)
      findings.about('log_tree', 'tree_mismatch', `size = ${newest}`, head?.size ?? 'no row')
    if (head !== null && head.logId !== logId)
      findings.about('log_tree', 'tree_mismatch', `log_id = ${logId}`, head.logId)
    if (head !== null && head.size > size)
      findings.about('log_tree', 'log_cut', `${head.size} events at least`, `${size} events`)
    // where the tree ends, its last tiles were compared as far as they reach; others should not be there
    const last = head?.size ?? 0
    for (const { level, index, hashes } of this.#tiles.values()) {
      const expected = hashesIn(last, level, index)
      const actual = hashes.length / HASH_BYTES
      if (actual !== expected)
        findings.about(`log_tile ${level}/${index}`, 'tile_mismatch', `${expected} hashes`, `${actual} hashes`)
      if (level > 0) this.#expectFollows(level, index, null)
    }
  }

  #openCheckpoints(kept: Kept) {
    const findings = this.#findings
    const keys: VerifierKey[] = []
    const stored = (this.#stored?.keys ?? []).map(({ verifierKey }) => verifierKey)
    for (const verifierKey of new Set([...(kept.keys ?? []), ...(kept.onlyKeys ? [] : stored)])) {
      const key = readVerifierKey(verifierKey)
      if (key === null) findings.about('log_key', 'log_key_invalid', 'a verifier key for Ed25519', verifierKey)
      else keys.push(key)
    }
    const signed = new Map<number, { subject: string; root: string }[]>()
    const open = (subject: string, note: string): { readonly size: number; readonly key: string } | null => {
      const opened = openCheckpoint(note, keys)
      if (!opened.ok) {
        findings.about(subject, 'checkpoint_invalid', 'a checkpoint signed by a key of this log', opened.why)
        return null
      }
      const { size, root } = opened.checkpoint
      signed.set(size, [...(signed.get(size) ?? []), { subject, root }])
      return { size, key: opened.by.text }
    }
    const gone = new Set<string>()
    for (const { size, note } of this.#stored?.checkpoints ?? []) {
      const subject = `log_checkpoint ${size}`
      const said = open(subject, note)
      if (said === null) continue
      if (said.size !== size) findings.about(subject, 'checkpoint_invalid', `size = ${said.size}`, size)
      // an export has checkpoints without keys
      if (this.#rows !== null && !stored.includes(said.key)) gone.add(said.key)
    }
    const held: { name: string; size: number }[] = []
    for (const { name, note } of kept.checkpoints ?? []) {
      const said = open(name, note)
      if (said !== null) held.push({ name, size: said.size })
    }
    this.#checkWitnessed(kept.witnessed ?? null)
    for (const key of gone) findings.about('log_key', 'log_key_invalid', key, 'no row')
    return { signed, held }
  }

  /** One of the stored checkpoints at least is cosigned as was asked for. */
  #checkWitnessed(policy: WitnessPolicy | null): void {
    if (policy === null) return
    const notes = (this.#stored?.checkpoints ?? []).map(({ note }) => note)
    const lacks = notes.map((note) => lacksWitnesses(note, policy))
    if (lacks.includes(null)) return
    const expected = `cosigned by ${policy.least} of ${policy.witnesses.length} witnesses`
    this.#findings.about('log_checkpoint', 'checkpoint_unwitnessed', expected, lacks.at(-1) ?? 'no checkpoint')
  }

  #keep(tile: TileRow): void {
    this.#loaded = tile.index + 1
    this.#tiles.set(nameOf(tile.level, tile.index), tile)
  }

  #compare(level: number, place: number, hash: Buffer): void {
    const head = this.#rows?.head ?? null
    // not signed yet
    if (head === null || place >= Math.floor(head.size / TILE_WIDTH ** level)) return
    const index = Math.floor(place / TILE_WIDTH)
    const at = place % TILE_WIDTH
    const name = nameOf(level, index)
    const tile = this.#tiles.get(name)
    const subject = `log_tile ${name}`
    if (tile === undefined) {
      if (at === 0)
        this.#findings.about(subject, 'tile_mismatch', `hash ${at} = ${hash.toString('hex')}`, 'no such tile')
      return
    }
    const stored = tile.hashes.subarray(at * HASH_BYTES, (at + 1) * HASH_BYTES)
    if (!hash.equals(stored)) {
      const actual = stored.length === 0 ? 'no hash' : stored.toString('hex')
      this.#findings.about(subject, 'tile_mismatch', `hash ${at} = ${hash.toString('hex')}`, actual)
    }
    // what is full is done; its width and neighbours are looked at in the end
    if (at === TILE_WIDTH - 1 && tile.hashes.length === TILE_WIDTH * HASH_BYTES) {
      if (level > 0) this.#expectFollows(level, index, null)
      this.#tiles.delete(name)
    }
  }

  /** Where the next event begins a tile. */
  #checkFollows(): void {
    const { size } = this.#tree
    if (size % TILE_WIDTH === 0) this.#expectFollows(0, size / TILE_WIDTH, this.#last?.position ?? null)
  }

  #expectFollows(level: number, index: number, expected: string | null): void {
    const tile = this.#tiles.get(nameOf(level, index))
    if (tile === undefined || tile.follows === expected) return
    this.#findings.about(
      `log_tile ${nameOf(level, index)}`,
      'tile_mismatch',
      `follows = ${expected}`,
      String(tile.follows),
    )
  }

  #checkHead({ position, hash, event }: HeadRow): void {
    const last = this.#last!
    const stored: Place = { position: String(position), hash: String(hash), event: String(event) }
    for (const column of ['position', 'hash', 'event'] as const) {
      if (stored[column] === last[column]) continue
      this.#findings.about('log_tree', 'tree_mismatch', `${column} = ${last[column]}`, stored[column])
    }
  }
}

const nameOf = (level: number, index: number): string => `${level}/${index}`

/** How many hashes a tile has in a tree of `size` leaves: none at a place that no tree has. */
function hashesIn(size: number, level: number, index: number): number {
  if (level < 0 || index < 0) return 0
  return Math.min(TILE_WIDTH, Math.max(0, Math.floor(size / TILE_WIDTH ** level) - index * TILE_WIDTH))
}
