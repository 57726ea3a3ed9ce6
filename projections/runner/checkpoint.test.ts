import { describe, expect, it } from 'vitest'
import { BETTOR, opened } from '#domain/testing/samples.ts'
import { LogIdentityMismatch } from '#services/event-store/port.ts'
import { newLog } from '../testing/environment.ts'
import { account } from '../testing/steps.ts'
import { LogWriter } from '../testing/write-log.ts'
import { BEGINNING, type Checkpoint, verifyCheckpoint } from './checkpoint.ts'

async function setUp() {
  const store = await newLog()
  const { position, hash } = await new LogWriter(store).write(account(BETTOR, 0, opened()))
  const checkpoint: Checkpoint = { position, hash, event: `account-${BETTOR}@0`, number: 1 }
  return { store, checkpoint }
}

describe('a checkpoint', () => {
  it('is of this log if its event is in its place with its hash, or if it is before the first event', async () => {
    const { store, checkpoint } = await setUp()
    await verifyCheckpoint(store, store.logId, checkpoint)
    await verifyCheckpoint(store, store.logId, BEGINNING)
  })

  it.each<[string, Partial<Checkpoint>]>([
    ['another event stands there: a log that lost its end and grew again', { hash: 'f'.repeat(64) }],
    ['its event stands elsewhere', { position: '987654321' }],
    ['its event is not there', { event: `account-${BETTOR}@1` }],
    ['its stream is not there', { event: `account-${'e'.repeat(32)}@0` }],
  ])('is of another history if %s', async (_why, change) => {
    const { store, checkpoint } = await setUp()
    await expect(verifyCheckpoint(store, store.logId, { ...checkpoint, ...change })).rejects.toThrow(
      LogIdentityMismatch,
    )
  })

  it('is of another log if that has another id', async () => {
    const { store, checkpoint } = await setUp()
    for (const at of [checkpoint, BEGINNING]) {
      await expect(verifyCheckpoint(store, 'e'.repeat(32), at)).rejects.toThrow(LogIdentityMismatch)
    }
  })
})
