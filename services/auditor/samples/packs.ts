// Writes folders of evidence, one for each bet: its events as they are stored, what they moved, what the provider said,
// receipts, and how to check all of it.
import { readdir, writeFile } from 'node:fs/promises'
import { dirname, join } from 'node:path'
import { ensureFolder } from '#services/platform/folders.ts'
import { nameOf } from '../book/book.ts'
import type { LogRow } from '../events/log-row.ts'
import { Usage } from '../failures.ts'
import { gather } from '../listings/trace/gather.ts'
import {
  bodiesOf,
  MESSAGES,
  messagesNamedBy,
  type NamedMessage,
  storedAs,
} from '../listings/trace/provider-messages.ts'
import { type Relation, Thread } from '../listings/trace/thread.ts'
import { whereReadable } from '../postgres/readable.ts'
import type { Snapshot } from '../postgres/snapshot.ts'
import { receiptsOf, signedTree } from '../proofs/receipts.ts'
import { counted } from '../report/listing/cells.ts'
import type { Moment } from '../walk/moment.ts'
import type { OpenLog } from '../walk/open-log.ts'
import type { Read } from '../walk/reading.ts'
import { type Passage, walk } from '../walk/walk.ts'
import { readme } from './readme.ts'
import { type RulesInForce, rulesInForce } from './rules-in-force.ts'

type Posting = { readonly number: number; readonly from: string; readonly to: string; readonly cents: number }
type Line = {
  readonly number: number
  readonly event: string
  readonly type: string
  readonly relation: Relation
  readonly hash: string
}
type Pack = {
  readonly bet: string
  readonly thread: Thread
  readonly lines: Line[]
  readonly rows: LogRow[]
  readonly postings: Posting[]
  readonly rules: RulesInForce[]
  readonly messages: NamedMessage[]
}

export type Packs = {
  /** The part of the log that was searched. */
  readonly searched: Read
  /** Paths relative to the folder. */
  readonly files: readonly string[]
  /** How many messages of the provider are not the ones that were named. */
  readonly changed: number
  /** How many findings there are about the log itself. */
  readonly findings: number
  /** How many things about the log could not be checked. */
  readonly gaps: number
  /** Without a full stop. */
  readonly sentence: string
}

/** Creates the folder. Throws Usage if it is not empty: evidence must not be mixed with other files. */
export async function emptyFolder(folder: string): Promise<void> {
  try {
    ensureFolder(folder, { mode: 0o700 })
    if ((await readdir(folder)).length > 0) throw new Usage(`the folder ${folder} is not empty`)
  } catch (error) {
    if (error instanceof Usage) throw error
    throw new Usage(`the folder ${folder} cannot be written: ${(error as Error).message}`)
  }
}

/** `bets`: their ids. `until`: see `walk`. Throws Usage if the log has no such bet. */
export async function writePacks(
  log: OpenLog,
  bets: readonly string[],
  until: Moment | null,
  folder: string,
): Promise<Packs> {
  const packs = bets.map((bet): Pack => {
    return { bet, thread: new Thread({ id: bet }), lines: [], rows: [], postings: [], rules: [], messages: [] }
  })
  const threads = packs.map(({ thread }) => thread)
  const { last, searched } = await gather(log, threads, until)
  const missing = packs.find(({ thread }) => thread.relations.size === 0)
  if (missing !== undefined) throw new Usage(`the log has no bet ${missing.bet}`)
  if (packs.length === 0)
    return { searched, files: [], changed: 0, findings: 0, gaps: 0, sentence: 'There is no evidence to write' }
  const { findings } = await fill(packs, log, last)
  const proven = packs.flatMap(({ rows, bet }) => receiptRows(rows, bet).map(([, row]) => row))
  const signed = await signedTree(log)
  const receipts = signed === null ? new Map<number, string>() : await receiptsOf(log, signed, proven)
  const files: string[] = []
  let changed = 0
  for (const pack of packs) {
    const stored = await readMessages(log.snapshot, pack.messages)
    changed += [...(stored ?? [])].filter(([hash, body]) => storedAs(hash, body) === 'changed').length
    files.push(...(await writeFiles(folder, pack.bet, filesOf(pack, stored, receipts))))
  }
  const unsigned = proven.length - receipts.size
  const sentence = sentenceOf({ bets: packs.length, files: files.length, unsigned, changed, findings: findings.count })
  return { searched, files, changed, findings: findings.count, gaps: findings.gaps.length, sentence }
}

/** Gives each pack the events of its bet, and what they moved and named. `last`: ledger number of the last of them. */
async function fill(packs: readonly Pack[], log: OpenLog, last: number): Promise<Passage> {
  return walk(log, { number: last }, ({ row, body }, state, moves) => {
    const event = `${row.stream}@${row.version}`
    for (const pack of packs) {
      const relation = pack.thread.relations.get(event)
      if (relation === undefined || body === null) continue
      pack.lines.push({ number: row.number, event, type: row.type, relation, hash: row.hash })
      pack.rows.push(row)
      pack.messages.push(...messagesNamedBy(body, row.number))
      if (relation === 'rests on') continue
      pack.rules.push(rulesInForce({ row, body }, state))
      for (const { from, to, cents } of moves) {
        pack.postings.push({ number: row.number, from: nameOf(from), to: nameOf(to), cents })
      }
    }
  })
}

/** Returns the paths of the files, relative to `folder`. */
async function writeFiles(
  folder: string,
  bet: string,
  files: Iterable<[name: string, text: string]>,
): Promise<string[]> {
  const paths: string[] = []
  for (const [name, text] of files) {
    const path = join(bet, name)
    ensureFolder(dirname(join(folder, path)), { mode: 0o700 })
    // personal data, so only the owner of the folder may read it
    await writeFile(join(folder, path), text, { flag: 'wx', mode: 0o600 })
    paths.push(path)
  }
  return paths
}

type Counts = { readonly [counted in 'bets' | 'files' | 'unsigned' | 'changed' | 'findings']: number }

function sentenceOf({ bets, files, unsigned, changed, findings }: Counts): string {
  return [
    `The evidence about ${counted(bets, 'bet')} is in ${counted(files, 'file')}`,
    ...(unsigned === 0 ? [] : [`${counted(unsigned, 'event')} of them in no signed checkpoint`]),
    ...(changed === 0 ? [] : [`${counted(changed, 'stored message')} of the provider not the one that was named`]),
    ...(findings === 0 ? [] : ['findings about the log itself: ledger verify names them']),
  ].join(', with ')
}

/** The events that get a receipt: the one that placed the bet, and the last one that settled or voided it. */
function receiptRows(rows: readonly LogRow[], bet: string): [name: string, row: LogRow][] {
  const about = rows.filter(({ body }) => body.includes(`"bet":"${bet}"`))
  const placed = about.find(({ type }) => type === 'BetPlaced')
  const settled = about.findLast(({ type }) => /^Bet(Settled|Resettled|Voided)$/.test(type))
  return [
    ...(placed === undefined ? [] : [['placed', placed] as [string, LogRow]]),
    ...(settled === undefined ? [] : [['settled', settled] as [string, LogRow]]),
  ]
}

function* filesOf(
  { bet, lines, rows, postings, rules, messages }: Pack,
  stored: ReadonlyMap<string, string> | null,
  receipts: ReadonlyMap<number, string>,
): Generator<[name: string, text: string]> {
  const unknown = stored === null ? 'not here' : 'not kept'
  const said = messages.map((named) => {
    const body = stored?.get(named.message)
    return { ...named, stored: body === undefined ? unknown : storedAs(named.message, body) } as const
  })
  const proofs = receiptRows(rows, bet).flatMap(([name, { number }]) => {
    const receipt = receipts.get(number)
    return receipt === undefined ? [] : [[`${name}.tlog-proof`, receipt] as [string, string]]
  })
  yield ['events.jsonl', rows.map(({ body }) => `${body}\n`).join('')]
  yield ['story.json', `${JSON.stringify({ bet, events: lines, postings, messages: said }, null, 2)}\n`]
  yield ['rules.json', `${JSON.stringify(rules, null, 2)}\n`]
  for (const [hash, body] of stored ?? []) yield [`messages/${hash}`, body]
  yield* proofs
  yield ['README.md', readme({ bet, lines, messages: said, proofs: proofs.map(([name]) => name) })]
}

/** The stored bodies by the hash that names them; null if messages cannot be read. */
async function readMessages(
  snapshot: Snapshot | null,
  messages: readonly NamedMessage[],
): Promise<ReadonlyMap<string, string> | null> {
  const hashes = [...new Set(messages.map(({ message }) => message))]
  return whereReadable(snapshot, MESSAGES, (client) => bodiesOf(client, hashes))
}
