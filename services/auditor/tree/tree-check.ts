// The tree that was signed against the tree of the log: every tile, every kept checkpoint, and how far it has come.
import type { LogRow } from '../events/log-row.ts'
import type { Findings } from '../findings/findings.ts'
import type { Snapshot } from '../postgres/snapshot.ts'
import { NotResumable } from '../spill/not-resumable.ts'
import { checkEnd, checkHead, type Place } from './end-check.ts'
import { checkFormerly } from './formerly.ts'
import { HASH_BYTES, hashesIn, hashIn, LogTree, rootOfFull, TILE_HEIGHT, TILE_WIDTH } from './log-tree.ts'
import { checkRestoredRoot } from './restores.ts'
import type { Signed } from './signed-note.ts'
import { type Held, type Kept, type SaidOfHistory, SignedRoots } from './signed-roots.ts'
import { TileChain } from './tile-chain.ts'
import { readTreeRows, type SignedRows, type TileRow, type TreeRows } from './tree-rows.ts'

/** The tree of the log: its root (base64), and the size up to which a checkpoint was signed; null where none was. */
export type TreeReport = {
  readonly size: number
  readonly root: string
  readonly signed: number | null
  readonly heldAgainst: Held
}

/** Where an audit ended. `tiles`: by `TileChain`. */
type Ended = { readonly size: number; readonly root: string; readonly tiles: string; readonly last: Place }

export class TreeCheck {
  readonly #findings: Findings
  /** Tiles, and how far they have come; null where only the log is read. */
  readonly #rows: TreeRows | null
  readonly #stored: SignedRows | null
  readonly #tree: LogTree
  readonly #chain = new TileChain()
  /** Stored tiles that the tree has not reached, by level and index. */
  readonly #tiles = new Map<string, TileRow>()
  readonly #signed: SignedRoots
  readonly #formerly: Kept['formerly']
  #loaded = 0
  /** Which tile came last. */
  #kept = ''
  #leavesEnded = false
  /** The leaves come from the tiles. */
  #isSigned = false
  /** How many events an earlier audit has read. */
  #from = 0
  #last: Place | null = null
  /** Before each event that tells of a restore, by its ledger number. */
  readonly #restored = new Map<number, string>()
  /** Whether the log has what the tree says that it ends with. */
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

  /** `snapshot`: null where only the log is read. `from`: how many events an earlier audit has read. */
  static async begin(snapshot: Snapshot | null, findings: Findings, kept: Kept = {}, from = 0): Promise<TreeCheck> {
    const rows = snapshot === null ? null : await readTreeRows(snapshot, from)
    return new TreeCheck(findings, rows, rows, kept)
  }

  /** Of a log that brings along what was signed, and no tiles. */
  static of(stored: SignedRows, findings: Findings, kept: Kept): TreeCheck {
    return new TreeCheck(findings, null, stored, kept)
  }

  /**
   * What an earlier audit has read is not read again: the tree grows by what was signed. `leaves`: of events of before that are looked
   * at all the same. Throws NotResumable where that is not the tree that the earlier audit came to.
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

  /** What was signed last at the moment that is audited, by which key; null where nothing was, and until the end. */
  get newest(): Signed | null {
    const note = this.#stored?.checkpoints.at(-1)?.note
    const key = this.#signed.newestBy
    return note === undefined || key === null ? null : { note, key }
  }

  /** The tree of the log as far as it was read. */
  get now(): Omit<Ended, 'last'> {
    return { size: this.#tree.size, root: this.#tree.root(), tiles: this.#chain.digest }
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
    if (row.type === 'BackupRestored') this.#restored.set(row.number, this.#tree.root())
    this.#grow(leaf)
    this.#last = { position: row.position, hash: row.hash, event: `${row.stream}@${row.version}` }
    const head = this.#rows?.head
    if (head?.size === this.#tree.size) this.#isHeadRight = checkHead(head, this.#last, this.#findings)
  }

  /** By leaves of one tile. */
  #growBy(leaves: Buffer): void {
    const { size } = this.#tree
    const count = leaves.length / HASH_BYTES
    if (count === TILE_WIDTH && !this.#signed.hasBetween(size, size + count)) {
      this.#chain.add(leaves)
      // of the same leaves as before: by another one the tree has another root
      this.#tree.addFull(this.#storedAbove(size / TILE_WIDTH) ?? rootOfFull(leaves), TILE_HEIGHT)
      this.#signed.reached(size + count, () => this.#tree.root())
    } else for (let at = 0; at < count; at++) this.#grow(hashIn(leaves, at))
  }

  /** What the tiles have as the root of one of leaves. */
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

  /** After the last event. `said`: by the events. */
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
    // where the tree ends, its last tiles were compared as far as they reach; others should not be there
    const last = head?.size ?? 0
    for (const { level, index, hashes } of this.#tiles.values()) {
      const expected = hashesIn(last, level, index)
      const actual = hashes.length / HASH_BYTES
      if (actual !== expected || expected === 0)
        findings.about(`log_tile ${level}/${index}`, 'tile_mismatch', `${expected} hashes`, `${actual} hashes`)
      if (level > 0) this.#expectFollows(level, index, null)
    }
  }

  /** They come in order: one that was there before may be compared already. */
  #keep(tile: TileRow): void {
    const name = nameOf(tile.level, tile.index)
    if (name === this.#kept) this.#findings.about(`log_tile ${name}`, 'tile_mismatch', 'one tile', 'several')
    this.#kept = name
    if (tile.level === 0) this.#loaded = tile.index + 1
    this.#tiles.set(name, tile)
  }

  #compare(level: number, place: number, hash: Buffer): void {
    const head = this.#rows?.head ?? null
    // it was read there, or it is not signed yet
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
    const name = nameOf(level, index)
    const tile = this.#tiles.get(name)
    if (tile === undefined || tile.follows === expected) return
    this.#findings.about(`log_tile ${name}`, 'tile_mismatch', `follows = ${expected}`, String(tile.follows))
  }
}

const nameOf = (level: number, index: number): string => `${level}/${index}`
