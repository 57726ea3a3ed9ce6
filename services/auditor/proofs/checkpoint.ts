// `ledger checkpoint`: the newest signed checkpoint, and a check that the log grew to it from those that somebody kept.
import type { Answer, Call } from '../commands/command.ts'
import { Incomplete, Usage } from '../failures.ts'
import { counted, numbered } from '../report/listing/cells.ts'
import { brokenAt, type KeyChange, keyChangeIn } from '../tree/log-keys.ts'
import { openNote, readVerifierKey, rootIn, type SignedCheckpoint, type VerifierKey } from '../tree/signed-note.ts'
import { type SignedRows, TREE_COLUMNS } from '../tree/tree-rows.ts'
import { type Judged, TrustedKeys } from '../tree/trusted-keys.ts'
import { OpenLog } from '../walk/open-log.ts'
import { checkpointsOption, keysOption } from './kept.ts'
import { readRoots } from './roots.ts'
import { answerOfVerdict } from './verdict.ts'

export async function answerCheckpoint(call: Call): Promise<Answer> {
  const trusted = keysOption(call)
  const kept = checkpointsOption(call, 'since')
  return OpenLog.ask(
    await call.openLedger(),
    async (log) => {
      const stored = await log.signed()
      const newest = stored.checkpoints.at(-1)
      if (newest === undefined) throw new Incomplete('no checkpoint of this log was ever signed: start a notary')
      const keys = trusted.length > 0 ? trusted : keysOf(stored)
      const notes = [{ name: 'the newest checkpoint', note: newest.note }, ...kept]
      const changes: KeyChange[] = []
      const sizes = notes.flatMap(({ note }) => rootIn(note)?.size ?? [])
      const { read, rootAt } = await readRoots(log, sizes, (row) => {
        const change = keyChangeIn(row)
        if (change !== null) changes.push(change)
      })
      const { events: size } = read
      const judge = new TrustedKeys(keys, trusted.length > 0 ? null : [], changes)
      const { faults, doubts, strange } = judgeAll(notes, judge, { newest: newest.size, events: size, rootAt })
      const { endsAt, followed } = judge.trust
      const endorsed = followed.map(({ key }) => key).join(', ')
      for (const { subject, actual } of log.faults) faults.push(`${subject} is not what was exported (${actual})`)
      const gap = endsAt === null ? doubts[0] : brokenAt(endsAt)
      if (faults.length === 0 && gap !== undefined) throw new Incomplete(gap)
      const [, , root] = newest.note.split('\n')
      const grew =
        kept.length === 0 ? '' : ` and grew from ${kept.length === 1 ? 'the one' : `all ${kept.length}`} that you kept`
      return answerOfVerdict({
        command: 'checkpoint',
        isRight: faults.length === 0,
        read,
        sentence:
          faults.length === 0
            ? `The newest checkpoint is of ${counted(newest.size, 'event')}; the log is what was signed${grew}.`
            : `${faults.length > strange ? 'The log is not what was signed' : 'It is not proved that the log is what was signed'}: ${faults.join('; ')}.`,
        facts: [
          { key: 'size', title: 'events signed', value: newest.size },
          { key: 'root', title: 'root', value: root ?? '' },
          { key: 'events', title: 'events in log', value: size },
          { key: 'keys', title: 'keys', value: keys.map(({ text }) => text).join(', ') },
          { key: 'verifierKeys', title: null, value: keys.map(({ text }) => text) },
          ...(followed.length === 0 ? [] : [{ key: 'endorsed', title: 'endorsed', value: endorsed }]),
          { key: 'checkpoint', title: null, value: newest.note },
        ],
        below: { title: 'The checkpoint; keep these lines as a file:', text: newest.note },
      })
    },
    [...TREE_COLUMNS.keys()],
  )
}

type Notes = readonly { readonly name: string; readonly note: string }[]
type Log = { readonly newest: number; readonly events: number; rootAt(size: number): string | null }

/**
 * Holds checkpoints against the log; the first is the newest. `doubts`: of those whose signature proves nothing.
 * `strange`: how many of the faults are about notes that no trusted key signed, which prove nothing either, neither
 * against the log nor for it. Throws Usage if a note was changed.
 */
function judgeAll(notes: Notes, judge: TrustedKeys, log: Log) {
  const doubts: string[] = []
  let strange = 0
  const faults = notes.flatMap(({ name, note }, at) => {
    const judged = judge.judge(note)
    if (!judged.ok && at > 0 && judged.code === 'checkpoint_invalid') {
      expectUnchanged(name, note, judge)
      strange += 1
    }
    if (!judged.ok) return judged.code === null ? [] : [`${name}: ${faultOf(judged)}`]
    const { checkpoint, doubt } = judged
    if (doubt !== null) doubts.push(`${name} proves nothing: ${doubt}`)
    const fault = misfit(checkpoint, log, { isNewest: at === 0, isDoubtful: doubt !== null })
    return fault === null ? [] : [`${name} ${fault}`]
  })
  return { doubts, strange, faults }
}

/** In what a signed checkpoint does not fit the log; null if it does. */
function misfit(
  { size, root }: SignedCheckpoint,
  { newest, events, rootAt }: Log,
  { isNewest, isDoubtful }: { readonly isNewest: boolean; readonly isDoubtful: boolean },
): string | null {
  if (isNewest && size !== newest) return `stands as one of ${counted(newest, 'event')}, but is of ${numbered(size)}`
  if (size > events) return `is of ${counted(size, 'event')}, but the log has ${numbered(events)}: its end was cut off`
  if (rootAt(size) === root || isDoubtful) return null
  return `does not fit: events before number ${numbered(size)} were changed`
}

/** Throws Usage if a signature by a known key is wrong: then the file was changed, whatever is true of the log. */
function expectUnchanged(name: string, note: string, { known }: TrustedKeys): void {
  const opened = openNote(note, known)
  if (!opened.ok) throw new Usage(`${name} is not a signed checkpoint: ${opened.why}`)
}

const faultOf = ({ code, expected, actual }: Judged & { ok: false }): string =>
  code === 'checkpoint_key_mismatch' ? `${expected}, and this is ${actual}` : actual

/**
 * The keys that the ledger names itself: good enough to look at it, but no proof. Throws Usage if it names no valid
 * key.
 */
export function keysOf({ keys }: SignedRows): VerifierKey[] {
  const read = keys.flatMap(({ verifierKey }) => readVerifierKey(verifierKey) ?? [])
  if (read.length === 0) throw new Usage('the ledger names no key of the log: give it with --key')
  return read
}
