import { EventEmitter } from 'node:events'
import { describe, expect, test } from 'vitest'
import { LogIdentityMismatch, StoreUnavailable } from '../../port.ts'
import { AccessRefused, CallFailure, NoSuchPosition } from '../wire/failures.ts'
import type { ReadCall } from '../wire/protocol.ts'
import { PagedRead } from './paged-read.ts'

class FakeCall extends EventEmitter {
  readonly done: string[] = []
  pause() {
    this.done.push('pause')
  }
  resume() {
    this.done.push('resume')
  }
  cancel() {
    this.done.push('cancel')
  }
}

function begin(most?: number) {
  const call = new FakeCall()
  return { call, pages: new PagedRead(call as unknown as ReadCall, most) }
}

describe('the replies of a read', () => {
  test('are delivered as they arrive, and those that come together are delivered together', async () => {
    const { call, pages } = begin()
    const waiting = pages.next(1_000)
    call.emit('data', 'a')
    call.emit('data', 'b')
    expect(await waiting).toEqual(['a', 'b'])
    call.emit('data', 'c')
    call.emit('end')
    expect(await pages.next(1_000)).toEqual(['c'])
    expect(await pages.next(1_000)).toBeNull()
  })

  test('hold the server back while nobody consumes them', async () => {
    const { call, pages } = begin(2)
    for (const reply of 'abc') call.emit('data', reply)
    expect(call.done).toEqual(['pause', 'pause'])
    await pages.next(1_000)
    expect(call.done.at(-1)).toBe('resume')
  })

  test('are an empty page after a while', async () => {
    const { pages } = begin()
    expect(await pages.next(5)).toEqual([])
  })

  test('come before the failure that ends them', async () => {
    const { call, pages } = begin()
    call.emit('data', 'a')
    call.emit('error', new CallFailure(14, 'gone', {}))
    expect(await pages.next(1_000)).toEqual(['a'])
    await expect(pages.next(1_000)).rejects.toThrow(StoreUnavailable)
  })

  test('end quietly if the read is cancelled', async () => {
    const { call, pages } = begin()
    const waiting = pages.next(1_000)
    pages.cancel()
    call.emit('error', new CallFailure(1, 'cancelled', {}))
    expect(await waiting).toBeNull()
    await expect.poll(() => call.done).toEqual(['cancel'])
  })

  test('are read to the end in pages, and cancelled when the reader has enough', async () => {
    const { call, pages } = begin()
    const read = pages.pages(1_000, async () => undefined)
    call.emit('data', 'a')
    expect(await read.next()).toMatchObject({ value: ['a'] })
    const rest = read.next()
    call.emit('end')
    expect(await rest).toMatchObject({ done: true })
    const left = begin()
    left.call.emit('data', 'a')
    for await (const page of left.pages.pages(1_000, async () => undefined)) {
      expect(page).toEqual(['a'])
      break
    }
    await expect.poll(() => left.call.done).toContain('cancel')
  })

  test('call `onTimeout` if none come, and end with what it throws', async () => {
    const { call, pages } = begin()
    let asked = 0
    const read = pages.pages(5, async () => {
      asked += 1
      if (asked === 3) throw new StoreUnavailable('gone')
    })
    await expect(read.next()).rejects.toThrow('gone')
    expect(asked).toBe(3)
    await expect.poll(() => call.done).toContain('cancel')
  })

  test('fail with the errors of the port', async () => {
    for (const [error, kind] of [
      [new CallFailure(7, 'denied', {}), AccessRefused],
      [new CallFailure(16, 'who?', {}), AccessRefused],
      [new CallFailure(2, 'Unexpected ReadAllResult: Error', {}), NoSuchPosition],
      [new CallFailure(9, '', { exception: 'stream-deleted' }), LogIdentityMismatch],
      [new CallFailure(5, '', { exception: 'not-leader' }), StoreUnavailable],
      [new CallFailure(2, 'something else', {}), StoreUnavailable],
    ] as const) {
      const { call, pages } = begin()
      call.emit('error', error)
      const failure = await pages.next(1_000).catch((reason: unknown) => reason)
      expect(failure).toBeInstanceOf(kind)
      expect(failure instanceof LogIdentityMismatch).toBe(kind === LogIdentityMismatch || kind === NoSuchPosition)
    }
  })
})
