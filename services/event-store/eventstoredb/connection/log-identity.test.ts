import { describe, expect, test } from 'vitest'
import { LogIdentityMismatch, type StoredEvent, StoreUnavailable } from '../../port.ts'
import type { Reader } from '../read/reader.ts'
import { NoSuchPosition } from '../wire/failures.ts'
import { LogIdentity } from './log-identity.ts'

const event = (position: string, id: string) => ({ position, id }) as StoredEvent

/** A server with these events of ours, in order; the first is that of the log. */
function serverWith(...events: StoredEvent[]): Reader {
  const reader: Pick<Reader, 'events' | 'at'> = {
    events: async () => events.slice(0, 1),
    at: async (position) => {
      const found = events.find((one) => one.position === position)
      if (!found && position === '77') throw new NoSuchPosition('no record begins there')
      return found ?? null
    },
  }
  return reader as Reader
}

describe('the identity of a log', () => {
  const first = event('548', 'a')
  const known = () => {
    const identity = new LogIdentity()
    identity.begin(first)
    identity.observe(event('9007199254740993', 'c'))
    identity.observe(event('1000', 'b'))
    return identity
  }

  test('holds if the first event and the newest known one are there', async () => {
    await known().check(serverWith(first, event('1000', 'b'), event('9007199254740993', 'c')))
    await new LogIdentity().check(serverWith())
  })

  test('is lost if the first event differs or is missing', async () => {
    await expect(known().check(serverWith(event('548', 'x')))).rejects.toThrow(/another log than at the start/)
    await expect(known().check(serverWith())).rejects.toThrow(LogIdentityMismatch)
  })

  test('is lost if the place of the newest known event is empty, has another event, or does not exist', async () => {
    await expect(known().check(serverWith(first, event('1000', 'b')))).rejects.toThrow(/not the one seen before/)
    await expect(known().check(serverWith(first, event('9007199254740993', 'x')))).rejects.toThrow(LogIdentityMismatch)
    const other = new LogIdentity()
    other.begin(event('77', 'a'))
    await expect(other.check(serverWith(event('77', 'x')))).rejects.toThrow(LogIdentityMismatch)
  })

  test('is not lost if it cannot be read', async () => {
    const reader = serverWith(first)
    reader.at = async () => {
      throw new StoreUnavailable('away')
    }
    await expect(known().check(reader)).rejects.not.toThrow(LogIdentityMismatch)
  })
})
