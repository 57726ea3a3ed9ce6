// The rules about restored backups, each tested with a log in which one thing is wrong.
import { beforeAll, expect, test } from 'vitest'
import { Findings } from '#services/auditor/findings/findings.ts'
import { LogTree, leafOf } from '#services/auditor/tree/log-tree.ts'
import { checkLost, checkRestoredRoot, type Restore, restoreBefore } from '#services/auditor/tree/restores.ts'
import { readVerifierKey } from '#services/auditor/tree/signed-note.ts'
import type { StoredEvent } from '#services/event-store/port.ts'
import { logKey } from '../corpus/log-keys.ts'
import { lostCheckpoint, restoreBackups } from '../corpus/restores.ts'
import { idOf } from '../corpus/script.ts'
import { corpusLog, type Draft, type Mutation, set, testMutations, twice, unexplained } from './rewritten.ts'

let log: StoredEvent[]
beforeAll(async () => {
  log = await corpusLog(restoreBackups)
})

const hasLost = (draft: Draft) => 'lost' in (draft.data as object)
const TYPE = 'BackupRestored'
const WRONG = 'restore_wrong'
const other = 'f'.repeat(64)
const CASES: readonly Mutation[] = [
  ['twice', WRONG, TYPE, twice],
  ['of fewer events than there are before it', WRONG, TYPE, set({ 'data.events': 2 })],
  ['of more events than there are before it', WRONG, TYPE, set({ 'data.events': 4 })],
  ['of another last event', WRONG, TYPE, set({ 'data.hash': other })],
  ['of a backup from before its last event', WRONG, TYPE, set({ 'data.takenAt': '2026-11-20T11:00:00.000Z' })],
  ['of a backup that was not taken yet', WRONG, TYPE, set({ 'data.takenAt': '2026-11-20T13:00:00.000Z' })],
  ['by which nothing is lost', WRONG, TYPE, set({ 'data.lost': lostCheckpoint(6) }), hasLost],
  ['that is no checkpoint of what is lost', WRONG, TYPE, set({ 'data.lost': 'something' }), hasLost],
  ['on another stream', WRONG, TYPE, set({ stream: `backup-${idOf('x')}` })],
  ['for no reason', 'reason_missing', TYPE, unexplained],
  ['for a bettor', 'actor_implausible', TYPE, set({ 'data.by': idOf('cy') })],
  ['for nobody', 'actor_implausible', TYPE, set({ 'data.by': idOf('nobody') })],
  ['by somebody', 'actor_implausible', TYPE, set({ 'meta.actor': { id: idOf('root'), role: 'super-admin' } })],
  ['after what was recorded meanwhile', WRONG, TYPE, (draft) => [meanwhile(draft), draft]],
]

/** An event of an admin between the end of the backup and the event that records the restore. */
const meanwhile = ({ meta, log: id }: Draft): Draft => ({
  ...{
    log: id,
    type: 'LeagueBlacklisted',
    schema: 1,
    stream: `offer-${idOf('offer')}`,
    data: { league: 'soccer_epl' },
  },
  meta: structuredClone(meta),
})

testMutations(() => log, CASES, 'a restore ')

const place = { number: 3, position: '3', stream: 'backup-1', version: 0 }
const restore: Restore = {
  ...{ number: 3, place, takenAt: '', recordedAt: '', by: idOf('root'), root: '', lost: null, signedAndLost: null },
}

test('the root that it names is that of the events before it', () => {
  const tree = new LogTree()
  for (const text of ['one', 'two', 'three']) tree.add(leafOf(text))
  const findings = new Findings()
  checkRestoredRoot({ ...restore, root: tree.root() }, tree.root(), findings)
  expect(findings.items).toEqual([])
  checkRestoredRoot({ ...restore, root: `${'A'.repeat(43)}=` }, tree.root(), findings)
  expect(findings.items).toMatchObject([{ code: WRONG, number: 3 }])
})

test('what it says is lost is signed by a key of the log, whichever is known', () => {
  const keys = [readVerifierKey(logKey(1))!]
  const codes = (lost: string | null, known = keys) => {
    const findings = new Findings()
    checkLost({ ...restore, lost }, known, findings)
    return findings.items.map(({ code }) => code)
  }
  expect(codes(lostCheckpoint(9))).toEqual([])
  expect(codes(lostCheckpoint(9, 2))).toEqual([WRONG])
  expect(codes(lostCheckpoint(9).replace('\n9\n', '\n8\n'))).toEqual([WRONG])
  expect(codes(lostCheckpoint(9, 2), [])).toEqual([])
  expect(codes(null)).toEqual([])
})

test('a checkpoint of more events than are left is explained by it, and no other is', () => {
  expect(restoreBefore([restore], 4)).toMatch(/ledger number 3 records/)
  expect(restoreBefore([restore], 3)).toBe('')
  expect(restoreBefore([], 4)).toBe('')
})
