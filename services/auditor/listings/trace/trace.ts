// `ledger trace`: from a command to its events, what they say, their postings, the jobs that followed, what the
// provider said, and who did it.
import { nameOf } from '../../book/book.ts'
import type { Answer, Call } from '../../commands/command.ts'
import type { Body } from '../../events/body.ts'
import { Usage } from '../../failures.ts'
import { answerOf } from '../../report/listing/answer.ts'
import { type Column, counted, euros, type Row, type Value } from '../../report/listing/cells.ts'
import type { Listing } from '../../report/listing/listing.ts'
import { Rows } from '../../report/listing/rows.ts'
import { type Lookup, readNames, readReasons } from '../../walk/names.ts'
import { OpenLog } from '../../walk/open-log.ts'
import { type Passage, walk } from '../../walk/walk.ts'
import { gather } from './gather.ts'
import { keptMessages, messagesNamedBy, type NamedMessage } from './provider-messages.ts'
import { parseTarget } from './target.ts'
import { type Relation, shownRelation, Thread } from './thread.ts'
import { TOLD, toldBy } from './told.ts'

const eventsOf = (isEvent: boolean): readonly Column[] => [
  { key: 'number', title: 'Number', as: 'number' },
  { key: 'at', title: 'Time' },
  { key: 'type', title: 'Event' },
  {
    key: 'relation',
    title: 'Relation',
    show: ({ relation }: Row) => shownRelation(relation as Relation, isEvent),
  },
  {
    key: 'by',
    title: 'By',
    show: ({ by, name, role }: Row) => (role === 'system' ? `${String(by)} (a job)` : String(name ?? by)),
  },
  { key: 'causation', title: 'Because of' },
  { key: 'event', title: 'Stands at' },
  { key: 'command', title: 'Command' },
  { key: 'approvedBy', title: 'Approved by' },
  { key: 'reason', title: 'Reason' },
  { key: 'reasonText', title: 'In words' },
]
const POSTINGS: readonly Column[] = [
  { key: 'number', title: 'Number', as: 'number' },
  { key: 'from', title: 'From' },
  { key: 'to', title: 'To' },
  { key: 'cents', title: 'Euros', as: 'cents' },
]
const MESSAGES: readonly Column[] = [
  { key: 'number', title: 'Number', as: 'number' },
  { key: 'what', title: 'What' },
  { key: 'source', title: 'Source' },
  { key: 'at', title: 'Time' },
  { key: 'stored', title: 'Stored' },
  { key: 'message', title: 'SHA-256' },
]
/** How many events the sentence names. */
const NAMED = 6

export async function answerTrace(call: Call): Promise<Answer> {
  const target = parseTarget('trace', call.argument!)
  return OpenLog.ask(await call.openLedger(), async (log) => {
    const thread = new Thread(target)
    const { last, searched } = await gather(log, [thread], null)
    if (last === -1) throw new Usage(`the log has nothing called ${call.argument}`)
    const traced = await follow(log, thread, { last, isEvent: !('id' in target) })
    const { rows: messages, changed } = await messageRows(log, traced.messages)
    const listing: Listing = {
      command: 'trace',
      sentence: sentenceOf(call.argument!, traced, { searched: searched.events, changed }),
      findings: changed,
      passage: { ...traced.passage, ...searched },
      facts: [
        { key: 'target', title: 'target', value: target, shown: call.argument },
        {
          key: 'replayedTo',
          title: 'replayed',
          value: last,
          shown: `to ledger number ${last}, the last event of it; later ones were searched`,
        },
      ],
      tables: [
        { key: 'events', title: 'Events', rows: traced.events },
        { key: 'told', title: 'What they say', rows: traced.told },
        { key: 'postings', title: 'Postings', rows: traced.postings },
        { key: 'messages', title: "The provider's messages", rows: messages },
      ],
    }
    return answerOf(listing)
  })
}

type Traced = {
  readonly passage: Passage
  readonly events: Rows
  readonly told: Rows
  readonly postings: Rows
  readonly messages: readonly NamedMessage[]
  /** The first events that tell of the target, as the sentence names them. */
  readonly named: readonly string[]
  /** How many events tell of the target; the others of `events` are those that they rest on. */
  readonly own: number
  readonly movedCents: number
}

/** `last`: ledger number of the last event of the thread. `isEvent`: whether what is traced is a single event. */
async function follow(
  log: OpenLog,
  thread: Thread,
  { last, isEvent }: { readonly last: number; readonly isEvent: boolean },
): Promise<Traced> {
  const names = await readNames(log)
  const reasons = await readReasons(log)
  const events = new Rows(eventsOf(isEvent))
  const postings = new Rows(POSTINGS)
  const told = new Rows(TOLD)
  const messages: NamedMessage[] = []
  const named: string[] = []
  let own = 0
  let movedCents = 0
  const passage = await walk(log, { number: last }, ({ row, body }, _, moves) => {
    const relation = thread.relations.get(`${row.stream}@${row.version}`)
    if (relation === undefined || body === null) return
    events.add(eventRow(row.number, body, relation, names, reasons))
    messages.push(...messagesNamedBy(body, row.number))
    for (const one of toldBy(body, row.number)) told.add(one)
    if (relation === 'rests on') return
    own += 1
    if (named.length < NAMED) named.push(`${body.type} #${row.number}`)
    for (const { from, to, cents } of moves) {
      movedCents += cents
      postings.add({ number: row.number, from: nameOf(from), to: nameOf(to), cents })
    }
  })
  return { passage, events, told, postings, messages, named, own, movedCents }
}

/** `changed`: how many messages are not stored as they were named. */
async function messageRows(log: OpenLog, messages: readonly NamedMessage[]): Promise<{ rows: Rows; changed: number }> {
  const kept = await keptMessages(log.snapshot, [...new Set(messages.map(({ message }) => message))])
  const rows = new Rows(MESSAGES)
  const unknown = kept === null ? 'not here' : 'not kept'
  for (const one of messages) rows.add({ ...one, stored: kept?.get(one.message) ?? unknown })
  const changed = [...(kept ?? new Map()).values()].filter((stored) => stored === 'changed').length
  return { rows, changed }
}

function sentenceOf(
  target: string,
  { events, postings, named, own, movedCents }: Traced,
  { searched, changed }: { readonly searched: number; readonly changed: number },
): string {
  const told = `${counted(own, 'event')} (${named.join(', ')}${own > named.length ? ', …' : ''})`
  const of = `of the ${counted(searched, 'event')} of the log, all of which were searched`
  const others = `resting on ${counted(events.count - own, 'other')}`
  const moved = `with ${counted(postings.count, 'posting')} of ${euros(movedCents)} euros`
  const warning =
    changed === 0 ? '' : `; ${counted(changed, 'stored message')} of the provider is not the one that was named`
  return `${target} is told by ${told} ${of}, ${others}, ${moved}${warning}.`
}

function eventRow(number: number, body: Body, relation: Relation, names: Lookup, reasons: Lookup): Row {
  const { stream, version, type, data, meta } = body
  const { actor, command, session, correlation, causation, at, recordedAt, reason, approval } = meta
  return {
    number,
    event: `${stream}@${version}`,
    type,
    relation,
    at,
    recordedAt,
    by: actor.id,
    role: actor.role,
    name: names(actor.id),
    command: command.id,
    session,
    correlation,
    causation,
    approvedBy: approval?.by ?? null,
    reason: reason?.code ?? null,
    reasonText: reason?.text == null ? null : reasons(reason.text),
    data: data as unknown as Value,
  }
}
