import { describe, expect, it } from 'vitest'
import { aGame } from '#ui/testing/factories.ts'
import { readUpcoming, writeUpcoming } from './upcoming-cache.ts'

const HOUR = 3_600_000
const SAVED = Date.parse('2026-11-20T14:00:00.000Z')
const startingIn = (hours: number) => aGame({ commence_time: new Date(SAVED + hours * HOUR).toISOString() })

describe('upcoming games of the last visit', () => {
  it('are kept for a day', () => {
    writeUpcoming([startingIn(20)], SAVED)
    expect(readUpcoming(SAVED + 23 * HOUR)?.games).toHaveLength(1)
    expect(readUpcoming(SAVED + 25 * HOUR)).toBeNull()
  })

  it('are kept for half an hour when one of them starts within two hours', () => {
    writeUpcoming([startingIn(20), startingIn(1.9)], SAVED)
    expect(readUpcoming(SAVED + 0.4 * HOUR)?.games).toHaveLength(2)
    expect(readUpcoming(SAVED + 0.6 * HOUR)).toBeNull()
  })

  it('are ignored where something else is stored, or the clock was set back', () => {
    localStorage.setItem('fairbook.upcoming', '{"games":"none"}')
    expect(readUpcoming(SAVED)).toBeNull()
    localStorage.setItem('fairbook.upcoming', 'not json')
    expect(readUpcoming(SAVED)).toBeNull()
    writeUpcoming([startingIn(20)], SAVED)
    expect(readUpcoming(SAVED - HOUR)).toBeNull()
  })
})
