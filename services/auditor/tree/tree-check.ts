// Checks the stored tree against the tree of the log: every tile, every checkpoint, and how far the tree has come.
import type { LogRow } from '../events/log-row.ts'
import type { Findings } from '../findings/findings.ts'
import type { Snapshot } from '../postgres/snapshot.ts'
import { NotResumable } from '../spill/not-resumable.ts'
import { checkEnd, checkHead, type Place } from './end-check.ts'
import { checkFormerly } from './formerly.ts'
import { HASH_BYTES, hashesIn, hashIn, LogTree, rootOfFull, TILE_HEIGHT, TILE_WIDTH } from './log-tree.ts'
import { checkRestoredRoot } from './restores.ts'
import type { Signed } from './signed-note.ts'
import { type Kept, type SaidOfHistory, SignedRoots, type TreeReport } from './signed-roots.ts'
import { TileChain } from './tile-chain.ts'
import { readTreeRows, type SignedRows, type TileRow, type TreeRows } from './tree-rows.ts'

/** Where an earlier audit ended. `tiles`: the digest of a `TileChain`. */
type Ended = { readonly size: number; readonly root: string; readonly tiles: string; readonly last: Place }

export class TreeCheck {
  readonly #findings: Findings
  /** The stored tree; null if only the log is read. */
  readonly #rows: TreeRows | null
  readonly #stored: SignedRows | null
  readonly #tree: LogTree
  readonly #chain = new TileChain()
  /** Stored tiles that have been loaded and are not compared yet, by '<level>/<index>'. */
  readonly #tiles = new Map<string, TileRow>()
  readonly #signed: SignedRoots
  readonly #formerly: Kept['formerly']
  /** How many tiles of leaves were loaded. */
  #loaded = 0
  /** The name of the tile that was loaded last. */
  #kept = ''
  #leavesEnded = false
  /** While leaves are taken from the stored tiles, of events that an earlier audit has read. */
  #isSigned = false
  /** How many events an earlier audit has read. */
  #from = 0
  #last: Place | null = null
  /** The root before each restore, by the ledger number of its event. */
  readonly #restored = new Map<number, string>()
  /** Whether the log has the event that the tree's head names. */
  #isHeadRight = false

  private constructor(findings: Findings, rows: TreeRows | null, stored: SignedRows | null, kept: Kept) {
    this.#findings = findings
    this.#rows = rows
    this.#stored = stored
    this.#tree = new LogTree(rows === null ? undefined : (...hash) => this.#compare(...hash))
    for (const tile of rows?.upper ?? []) this.#keep(tile)
    this.#signed = new SignedRoots(stored, rows?.keys ?? null, kept)
    this.#formerly = kept.formerly
  }

  /** `snapshot`: null if only the log is read. `from`: how many events an earlier audit has read. */
  static async begin(snapshot: Snapshot | null, findings: Findings, kept: Kept = {}, from = 0): Promise<TreeCheck> {
    const rows = snapshot === null ? null : await readTreeRows(snapshot, from)
    return new TreeCheck(findings, rows, rows, kept)
  }

  /** For an export, which has signed checkpoints but no tiles. */
  static of(stored: SignedRows, findings: Findings, kept: Kept): TreeCheck {
    return new TreeCheck(findings, null, stored, kept)
  }

  /**
   * Grows the tree from the stored tiles to where an earlier audit ended. `leaves`: of earlier events that are read
   * again, which are compared. Throws NotResumable if the tree is not the one that the earlier audit came to.
   */
  async goOn(ended: Ended, leaves: ReadonlyMap<number, Buffer>): Promise<void> {
    try {
      await this.#goOn(ended, leaves)
    } catch (error) {
      await this.#rows?.leaves.return(null)
      throw error
    }
  }

  async #goOn({ size, root, tiles, last }: Ended, leaves: ReadonlyMap<number, Buffer>): Promise<void> {
    const signed = this.#rows?.head?.size ?? 0
    if (signed < size) throw new NotResumable(`${signed} events are signed of the ${size} of the audit before`)
    this.#isSigned = true
    const byTile = Map.groupBy(leaves, ([number]) => Math.floor(number / TILE_WIDTH))
    for (let index = 0; this.#tree.size < size; index++) {
      await this.ready(1)
      const count = Math.min(TILE_WIDTH, size - this.#tree.size)
      const hashes = this.#tiles.get(nameOf(0, index))?.hashes ?? Buffer.alloc(0)
      if (hashes.length < count * HASH_BYTES)
        throw new NotResumable('the signed tree lacks events that were read before')
      for (const [number, leaf] of byTile.get(index) ?? []) {
        if (!leaf.equals(hashIn(hashes, number % TILE_WIDTH))) throw new NotResumable(`event ${number} is another one`)
      }
      this.#checkFollows()
      this.#growBy(hashes.subarray(0, count * HASH_BYTES))
      this.#last = { position: String(this.#tree.size), hash: '', event: '' }
      if (count === TILE_WIDTH) this.#tiles.delete(nameOf(0, index))
    }
    if (this.#tree.root() !== root || this.#chain.digest !== tiles)
      throw new NotResumable('the signed tree is another one than the audit before has read')
    this.#isSigned = false
    this.#from = size
    this.#last = { position: last.position, hash: last.hash, event: last.event }
    if (signed === size) this.#isHeadRight = checkHead(this.#rows!.head!, this.#last, this.#findings)
  }

  /** The newest stored checkpoint and the key that signed it; null before `end`, or if there is none that counts. */
  get newest(): Signed | null {
    const note = this.#stored?.checkpoints.at(-1)?.note
    const key = this.#signed.newestBy
    return note === undefined || key === null ? null : { note, key }
  }

  /** The tree as far as the log was read. */
  get now(): Omit<Ended, 'last'> {
    return { size: this.#tree.size, root: this.#tree.root(), tiles: this.#chain.digest }
  }

  /** Loads the tiles for the next `count` events. To be awaited before they are added. */
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
    this.#signed.cosigned.add(row)
    if (row.type === 'BackupRestored') this.#restored.set(row.number, this.#tree.root())
    this.#grow(leaf)
    this.#last = { position: row.position, hash: row.hash, event: `${row.stream}@${row.version}` }
    const head = this.#rows?.head
    if (head?.size === this.#tree.size) this.#isHeadRight = checkHead(head, this.#last, this.#findings)
  }

  /** `leaves`: all or the first of one tile. */
  #growBy(leaves: Buffer): void {
    const { size } = this.#tree
    const count = leaves.length / HASH_BYTES
    if (count === TILE_WIDTH && !this.#signed.hasBetween(size, size + count)) {
      this.#chain.add(leaves)
      // the stored hash need not be computed: if it were wrong, the root would not be that of the earlier audit
      this.#tree.addFull(this.#storedAbove(size / TILE_WIDTH) ?? rootOfFull(leaves), TILE_HEIGHT)
      this.#signed.reached(size + count, () => this.#tree.root())
    } else for (let at = 0; at < count; at++) this.#grow(hashIn(leaves, at))
  }

  /** The root of a tile of leaves as it is stored in the tile above; null if it is not. */
  #storedAbove(index: number): Buffer | null {
    const tile = this.#tiles.get(nameOf(1, Math.floor(index / TILE_WIDTH)))
    const hash = hashIn(tile?.hashes ?? Buffer.alloc(0), index % TILE_WIDTH)
    return hash.length === HASH_BYTES ? hash : null
  }

  #grow(leaf: Buffer): void {
    this.#tree.add(leaf)
    this.#chain.add(leaf)
    this.#signed.reached(this.#tree.size, () => this.#tree.root())
  }

  /** To be called after the last event. `said`: by the events. */
  async end(logId: string | null, said: SaidOfHistory): Promise<TreeReport> {
    const { size } = this.#tree
    const root = this.#tree.root()
    const heldAgainst = this.#signed.judge(size, said, this.#findings)
    for (const restore of said.restores.filter(({ number }) => number >= this.#from)) {
      checkRestoredRoot(restore, this.#restored.get(restore.number) ?? '', this.#findings)
    }
    if (this.#rows !== null) await this.#checkWhole(this.#rows, size, logId, said)
    const signed = this.#stored?.checkpoints.at(-1)?.size ?? null
    return {
      size,
      root,
      signed,
      cosigned: this.#signed.cosigned.size,
      heldAgainst: { ...heldAgainst, another: checkFormerly(this.#formerly, logId, this.#findings) },
    }
  }

  async #checkWhole(
    { head, heads, checkpoints, leaves }: TreeRows,
    size: number,
    logId: string | null,
    { restores }: SaidOfHistory,
  ): Promise<void> {
    for await (const tile of leaves) this.#keep(tile)
    const findings = this.#findings
    const newest = checkpoints.at(-1)?.size ?? null
    checkEnd(head, { newest, isRight: this.#isHeadRight, size, logId, restores }, findings)
    if (heads > 1) findings.about('log_tree', 'tree_mismatch', 'one row', `${heads} rows`)
    // the hashes of the last, partial tiles were compared; it remains that these have as many as they should, and that
    // there are no others
    const last = head?.size ?? 0
    for (const { level, index, hashes } of this.#tiles.values()) {
      const expected = hashesIn(last, level, index)
      const actual = hashes.length / HASH_BYTES
      if (actual !== expected || expected === 0)
        findings.about(`log_tile ${level}/${index}`, 'tile_mismatch', `${expected} hashes`, `${actual} hashes`)
      if (level > 0) this.#expectFollows(level, index, null)
    }
  }

  /** Tiles come in order: a duplicate is recognised by the one before it, which may have been dropped already. */
  #keep(tile: TileRow): void {
    const name = nameOf(tile.level, tile.index)
    if (name === this.#kept) this.#findings.about(`log_tile ${name}`, 'tile_mismatch', 'one tile', 'several')
    this.#kept = name
    if (tile.level === 0) this.#loaded = tile.index + 1
    this.#tiles.set(name, tile)
  }

  #compare(level: number, place: number, hash: Buffer): void {
    const head = this.#rows?.head ?? null
    // the leaf was taken from the tile itself, or the hash is beyond the stored tree
    if ((this.#isSigned && level === 0) || head === null || place >= Math.floor(head.size / TILE_WIDTH ** level)) return
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
    const stored = hashIn(tile.hashes, at)
    if (!hash.equals(stored)) {
      const actual = stored.length === 0 ? 'no hash' : stored.toString('hex')
      this.#findings.about(subject, 'tile_mismatch', `hash ${at} = ${hash.toString('hex')}`, actual)
    }
    // a full tile is done; others are looked at again at the end
    if (at === TILE_WIDTH - 1 && tile.hashes.length === TILE_WIDTH * HASH_BYTES) {
      if (level > 0) this.#expectFollows(level, index, null)
      this.#tiles.delete(name)
    }
  }

  /** If the next event begins a tile, checks which position that follows. */
  #checkFollows(): void {
    const { size } = this.#tree
    if (size % TILE_WIDTH === 0) this.#expectFollows(0, size / TILE_WIDTH, this.#last?.position ?? null)
  }

  #expectFollows(level: number, index: number, expected: string | null): void {
    const name = nameOf(level, index)
    const tile = this.#tiles.get(name)
    if (tile === undefined || tile.follows === expected) return
    this.#findings.about(`log_tile ${name}`, 'tile_mismatch', `follows = ${expected}`, String(tile.follows))
  }
}

const nameOf = (level: number, index: number): string => `${level}/${index}`
