import { describe, expect, test } from 'vitest'
import { OutcomeUnknown, StoreUnavailable } from '../../port.ts'
import { NO_STREAM, newStream, request, streamOf } from '../contract/harness.ts'
import { eventStoreContract } from '../contract/suite.ts'
import { MemoryLog } from './log.ts'
import { overMemory } from './under-test.ts'

eventStoreContract('memory, as difficult as EventStoreDB', () => overMemory((server) => MemoryLog.open({ server })))

describe('the difficult server', () => {
  test('assigns positions that no double can hold', async () => {
    const log = await MemoryLog.open()
    const position = (await log.lastPosition())!
    expect(BigInt(position)).toBeGreaterThan(BigInt(Number.MAX_SAFE_INTEGER))
  })

  test('may leave an outcome unknown, written or not', async () => {
    const log = await MemoryLog.open()
    const stream = newStream()
    log.server.faults.loseAnswers = 5
    await expect(log.append(request(log, stream))).rejects.toThrow(OutcomeUnknown)
    expect(await streamOf(log, stream)).toHaveLength(1)
    const none = newStream()
    log.server.faults.loseAppends = 5
    await expect(log.append(request(log, none))).rejects.toThrow(OutcomeUnknown)
    expect(await streamOf(log, none)).toHaveLength(0)
  })

  test('refuses reads and appends while it is down', async () => {
    const log = await MemoryLog.open()
    const stream = newStream()
    const first = request(log, stream)
    await log.append(first)
    log.server.faults.down = true
    await expect(streamOf(log, stream)).rejects.toThrow(StoreUnavailable)
    await expect(log.lastPosition()).rejects.toThrow(StoreUnavailable)
    await expect(log.append(request(log, stream, { version: 0, hash: first.events[0]!.hash }))).rejects.toThrow(
      StoreUnavailable,
    )
    log.server.faults.down = false
    expect(await log.append(request(log, newStream(), NO_STREAM))).toMatchObject({ ok: true })
  })

  test('starts a log with the identity it is given', async () => {
    const log = await MemoryLog.open({ logId: 'f'.repeat(32), at: new Date('2026-01-01T00:00:00Z') })
    const again = await MemoryLog.open({ logId: 'f'.repeat(32), at: new Date('2026-01-01T00:00:00Z') })
    expect(log.logId).toBe('f'.repeat(32))
    expect((await log.readHead('ledger')).hash).toBe((await again.readHead('ledger')).hash)
  })
})
