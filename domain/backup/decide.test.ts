import { describe, expect, it } from 'vitest'
import { metaOf, superAdmin } from '../testing/samples.ts'
import { backupAggregate } from './aggregate.ts'
import type { RecordRestore } from './commands.ts'
import { BACKUPS, backupStream } from './events.ts'
import type { BackupState } from './state.ts'

const reason = { code: 'restored', text: 'b'.repeat(64) } as const
const product = metaOf({ actor: { id: 'backup', role: 'system' }, reason })
const restore = (changes: Partial<RecordRestore> = {}): RecordRestore => ({
  type: 'RecordRestore',
  takenAt: '2026-11-20T12:00:00.000Z',
  events: 100,
  hash: 'a'.repeat(64),
  root: `${'A'.repeat(43)}=`,
  by: 'c'.repeat(32),
  ...changes,
})
const decide = (command: RecordRestore, meta = product, state: BackupState = backupAggregate.initial(BACKUPS)) =>
  backupAggregate.decide(command, meta, state)

/** The state after this command. */
function stateAfter(command: RecordRestore): BackupState {
  const state = backupAggregate.initial(BACKUPS)
  const decision = decide(command)
  if (!decision.accepted) throw new Error(decision.refusal.code)
  for (const event of decision.events) backupAggregate.evolve(state, { ...event, meta: product, version: 0 })
  return state
}

it('has one stream', () => expect(backupStream(BACKUPS)).toMatch(/^backup-[0-9a-f]{32}$/))

describe('a restore', () => {
  it.each([restore(), restore({ lost: 'signed' })])('is recorded as it was given', (command) => {
    const { type: _, ...data } = command
    expect(decide(command)).toMatchObject({ accepted: true, events: [{ type: 'BackupRestored', schema: 1, data }] })
    expect(stateAfter(command).restores).toEqual([data])
  })

  it('may follow another restore, but only of a log that contains that one', () => {
    const state = stateAfter(restore())
    expect(decide(restore({ events: 101 }), product, state)).toMatchObject({ accepted: true })
    expect(() => decide(restore({ events: 100 }), product, state)).toThrow(/cannot follow/)
  })

  it('is recorded by the product alone, with a reason', () => {
    expect(() => decide(restore(), metaOf({ ...superAdmin, reason }))).toThrow(/by the product/)
    expect(() => decide(restore(), metaOf({ actor: { id: 'backup', role: 'system' } }))).toThrow(/reason/)
  })
})
