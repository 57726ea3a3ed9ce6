// A log that is watched through its database. Every new event is checked and folded as `verify` does, and every new
// checkpoint is compared with the tree of the events.
import type { LedgerAccess } from '../commands/command.ts'
import { type LogRow, logIdIn } from '../events/log-row.ts'
import { readSchemas } from '../events/schemas.ts'
import type { Findings } from '../findings/findings.ts'
import { remembered } from '../proofs/kept.ts'
import { Replay } from '../replay/replay.ts'
import { counted, numbered } from '../report/listing/cells.ts'
import { findStuckDraws } from '../rules/desk/treasury.ts'
import { findStuckTransfers } from '../rules/transfers.ts'
import { Spill } from '../spill/spill.ts'
import { leafOf } from '../tree/log-tree.ts'
import { checkLost, toldAt } from '../tree/restores.ts'
import { readVerifierKey, type VerifierKey } from '../tree/signed-note.ts'
import { judgeNewest, TrustedKeys } from '../tree/trusted-keys.ts'
import { KeptCheckpoints, type NoteFromBefore } from './kept-checkpoints.ts'
import { type LogSource, openLogSource, type Reached, type Signed } from './log-source.ts'
import type { News } from './news.ts'
import { Reread } from './reread.ts'
import type { Said } from './said.ts'
import { type Anchor, type Checkpoint, LAST_CALL, NEWEST, SignedHistory } from './signed-history.ts'
import { SignedTree } from './signed-tree.ts'
import type { Brought, Watched } from './watched.ts'

/** How many unsigned events are read ahead of the newest checkpoint. A hash is kept for each. */
const MOST_AHEAD = 65_536

type Clock = Awaited<ReturnType<LogSource['clock']>>
type Access = Extract<LedgerAccess, { readonly url: string }>
/** If there are no `keys`, those that the ledger names are believed. */
export type LogToWatch = Brought & {
  readonly access: Access
  /** How long an event may wait for a signature, in milliseconds. */
  readonly staleAfterMs: number
}

export class WatchedLog implements Watched {
  readonly news: News
  readonly #watched: LogToWatch
  readonly #spill = new Spill()
  readonly #forms = readSchemas()
  readonly #replay: Replay
  readonly #history: SignedHistory
  readonly #reread: Reread
  readonly #tree: SignedTree
  #next: Reached = { number: 0, position: null }
  #source: LogSource | null = null
  /** The checkpoints from before the watch; null until they were read. */
  #kept: KeptCheckpoints | null = null
  /** Deferred checks of the previous look: the events that they refer to may have been read since. */
  #deferred: readonly (() => void)[] = []

  constructor(news: News, watched: LogToWatch) {
    this.news = news
    this.#watched = watched
    this.#replay = new Replay(this.#forms, news.fresh, { spill: this.#spill })
    this.#tree = new SignedTree(news, this.#replay.state)
    const rememberAs = () => (watched.remembers ? this.#replay.logId : null)
    const { evidence, witnessed } = watched
    const told = (size: number) => this.#toldOf(size)
    this.#history = new SignedHistory(news, { evidence, witnessed, rememberAs, told })
    this.#reread = new Reread(this.#forms)
  }

  async *look(isLast: boolean): AsyncGenerator<Said> {
    this.#source ??= await openLogSource(this.#watched.access)
    const source = this.#source
    const clock = await source.clock()
    const signed = await source.signed(this.#watched.witnessed !== null)
    if (this.#kept === null) {
      this.#kept = await this.#readKept(source)
      const { sentence } = this.#kept
      yield { kind: 'begun', sentence: `The log in ${source.store} is read from its first event on, ${sentence}.` }
    }
    let opened = signed.note === null ? null : await this.#history.open(signed.note, this.#keys(signed))
    if (signed.note === null && isLast) this.news.fresh.gap('no checkpoint of this log was ever signed: start a notary')
    let isWhole = true
    for await (const goesOn of this.#readOn(source, opened, clock.now)) {
      yield* this.news.take()
      isWhole = goesOn
    }
    await this.#checkSigned(clock)
    // events say which keys count, and may have been read just now
    if (isWhole && (await this.#holdKept(signed)) && opened !== null) {
      opened = await this.#history.open(opened.note, this.#keys(signed))
    }
    const target = isWhole ? await this.#judged(opened, signed) : opened
    if (isWhole) await this.#checkEnd(source, target, clock)
    if (isWhole) this.#checkDeferred(isLast, clock)
    await this.news.again(async (findings) => {
      if (this.#reread.begins) await source.checkKeeping(findings)
      await this.#reread.step(source, findings)
    })
    yield* this.news.take()
  }

  get hasVerified(): boolean {
    return this.#history.hasVerified
  }

  summary(): string {
    const { events } = this.#replay
    const upTo = this.hasVerified
      ? `the newest checkpoint that was verified is of ${numbered(this.#history.last!.size)}`
      : 'no checkpoint was verified'
    return `${counted(events, 'event')} ${events === 1 ? 'was' : 'were'} checked, ${upTo}`
  }

  async disconnect(): Promise<void> {
    const source = this.#source
    this.#source = null
    await source?.close()
  }

  async close(): Promise<void> {
    await this.disconnect()
    this.#spill.close()
  }

  async #readKept(source: LogSource): Promise<KeptCheckpoints> {
    const given = this.#watched.kept.map((one) => ({ ...one, rememberedKey: null }))
    const last = this.#watched.remembers ? await rememberedOf(source) : null
    return new KeptCheckpoints(last === null ? given : [...given, last])
  }

  /** The keys that may have signed a checkpoint, before events say more. */
  #keys({ keys }: Signed): readonly VerifierKey[] {
    return [...this.#watched.keys, ...keys.flatMap((text) => readVerifierKey(text) ?? [])]
  }

  /** The keys that count: those given, or else the remembered one. The last call may have believed anyone. */
  #trusted(signed: Signed, remembered: VerifierKey | null = null): TrustedKeys {
    const { keys: given } = this.#watched
    const { keyChanges } = this.#replay.state
    if (given.length > 0) return new TrustedKeys(given, null, keyChanges)
    return new TrustedKeys(remembered === null ? [] : [remembered], this.#keys(signed), keyChanges)
  }

  /** Compares the checkpoints from before the watch with the log, once. Returns whether it has done so now. */
  async #holdKept(signed: Signed): Promise<boolean> {
    if (this.#tree.isHeld) return false
    let anchors: Anchor[] = []
    await this.news.again((findings) => {
      anchors = this.#judgeKept(signed, findings)
    })
    this.#history.hold(anchors)
    this.#tree.hold(anchors, this.#kept!)
    return true
  }

  #judgeKept(signed: Signed, findings: Findings): Anchor[] {
    return this.#kept!.judge((key) => this.#trusted(signed, key), findings)
  }

  /** Null if no key that is trusted and was in force at its size has signed it. */
  async #judged(newest: Checkpoint | null, signed: Signed): Promise<Checkpoint | null> {
    const trusted = this.#trusted(signed)
    let isRight = false
    await this.news.again((findings) => {
      this.#judgeKept(signed, findings)
      for (const restore of this.#replay.state.restores) checkLost(restore, trusted.known, findings)
      isRight = newest !== null && judgeNewest(NEWEST, newest.note, trusted, findings) !== null
    })
    return isRight ? newest : null
  }

  /** Yields after each page: false if later events have to wait until these are signed. */
  async *#readOn(source: LogSource, target: Checkpoint | null, now: number): AsyncGenerator<boolean> {
    const { signal, onProgress } = this.#watched.access
    const total = (await source.count()) ?? target?.size ?? 0
    const mayGoOn = () => {
      this.#tree.grow(target?.size ?? 0, this.#kept!)
      if (this.#tree.waiting < MOST_AHEAD) return true
      this.news.fresh.gap(`more than ${MOST_AHEAD} events were not signed: the others are read once these are`)
      return false
    }
    let goesOn = mayGoOn()
    if (!goesOn) yield false
    for await (const rows of goesOn ? source.read(this.#next) : []) {
      signal?.throwIfAborted()
      for (const row of rows) this.#add(row, now)
      onProgress?.(this.#next.number, Math.max(total, this.#next.number))
      goesOn = mayGoOn()
      yield goesOn
      if (!goesOn) return
    }
  }

  #add(row: LogRow, now: number): void {
    const leaf = leafOf(row.body)
    this.#replay.add(row)
    this.#reread.add(leaf)
    this.#tree.add(leaf, row.storedAt ?? now)
    this.#next = { number: row.number + 1, position: row.position }
    const { stoppedAt } = this.#replay
    if (stoppedAt === row.number) this.news.fresh.gap('rules and lines are unchecked from there on', stoppedAt)
  }

  /**
   * What to say about a restore before this size. Asks the log anew: the restore may be at a number that was another
   * event when it was read.
   */
  async #toldOf(size: number): Promise<string> {
    const number = (await this.#source?.restored()) ?? null
    return number !== null && number < size ? toldAt(number) : ''
  }

  /** Reports an event that has waited too long for its signature while a product runs. */
  async #checkSigned({ now, runsSince }: Clock): Promise<void> {
    const { waitingSince } = this.#tree
    const { staleAfterMs } = this.#watched
    if (waitingSince === null || runsSince === null || now - Math.max(waitingSince, runsSince) <= staleAfterMs) return
    const expected = `ledger number ${this.#tree.size} signed within ${staleAfterMs / 1_000} s`
    await this.news.again((findings) => findings.about(NEWEST, 'checkpoint_stale', expected, 'not signed yet'))
  }

  /** To be called when all events have been read. */
  async #checkEnd(source: LogSource, target: Checkpoint | null, { arrivedBefore }: Clock): Promise<void> {
    const { number: events } = this.#next
    const count = (await source.count()) ?? events
    const promised = [...this.#history.anchors, ...(target === null ? [] : [{ ...target, name: NEWEST }])]
    const most = Math.max(events, ...promised.map(({ size }) => size))
    const told = most > Math.min(count, events) ? await this.#toldOf(most) : ''
    await this.news.again((findings) => {
      const cut = (subject: string, least: number, actual: number) => {
        if (least > actual) findings.about(subject, 'log_cut', `${least} events at least`, `${actual} events${told}`)
      }
      for (const { name, size } of promised) cut(name, size, events)
      cut('the log', events, count)
      findStuckTransfers(this.#replay.state, findings, arrivedBefore)
      findStuckDraws(this.#replay.state, findings, arrivedBefore)
    })
    if (target === null || target.size !== this.#tree.size) return
    const root = this.#tree.root()
    if (root !== target.root) {
      await this.news.again((findings) => findings.about(NEWEST, 'signed_root_mismatch', target.root, root))
      return
    }
    const { other } = this.#tree
    if (other !== null) await this.#history.forked(target, other.anchor, other.root)
    else this.#history.verified(target)
  }

  #checkDeferred(isLast: boolean, { now }: Clock): void {
    for (const check of this.#deferred) check()
    this.#deferred = isLast ? [] : this.#replay.state.deferredChecks.splice(0)
    if (isLast) this.#replay.finish(now)
  }
}

/** The checkpoint of this log that the last call remembered. */
async function rememberedOf(source: LogSource): Promise<NoteFromBefore | null> {
  for await (const [first] of source.read({ number: 0, position: null }, 1)) {
    const logId = first === undefined ? null : logIdIn(first.body)
    const last = logId === null ? null : remembered(logId)
    return last === null ? null : { name: LAST_CALL, note: last.note, rememberedKey: last.key }
  }
  return null
}
