import { act, renderHook } from '@testing-library/react'
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest'
import type { Game } from '#services/contract/contract.ts'
import { aLiveGame } from '#ui/testing/factories.ts'
import { FADE_MS, FINISHED_MS, useFinishedGames } from './finished-games.ts'

describe('games that end on the board', () => {
  beforeEach(() => {
    vi.useFakeTimers()
  })
  afterEach(() => {
    vi.useRealTimers()
  })

  const [first, second] = [aLiveGame(), aLiveGame()]
  const final = { ...first, completed: true, revision: 2 }
  const setUp = (live: Game[], all = live) =>
    renderHook((lists) => useFinishedGames(lists.live, lists.all), { initialProps: { live, all } })

  it('stay for two minutes, even if the list drops them, then fade and go', () => {
    const { result, rerender } = setUp([first, second])
    rerender({ live: [second], all: [final, second] })
    expect(result.current.games).toEqual([second, final])
    rerender({ live: [second], all: [second] })
    act(() => vi.advanceTimersByTime(FINISHED_MS - 1))
    expect(result.current.games).toEqual([second, final])
    expect(result.current.leaving.size).toBe(0)
    act(() => vi.advanceTimersByTime(1))
    expect([...result.current.leaving]).toEqual([final.id])
    act(() => vi.advanceTimersByTime(FADE_MS))
    expect(result.current.games).toEqual([second])
    expect(result.current.leaving.size).toBe(0)
  })

  it('do not include games that were never seen in play here', () => {
    const { result, rerender } = setUp([second], [final, second])
    expect(result.current.games).toEqual([second])
    rerender({ live: [second], all: [final, { ...second }] })
    expect(result.current.games).toEqual([second])
  })

  it('do not include games that were withdrawn in play', () => {
    const { result, rerender } = setUp([first, second])
    rerender({ live: [second], all: [second] })
    expect(result.current.games).toEqual([second])
  })

  it('are back in play if the result was a mistake', () => {
    const { result, rerender } = setUp([first])
    rerender({ live: [], all: [final] })
    const again = { ...first, revision: 3 }
    rerender({ live: [again], all: [again] })
    expect(result.current.games).toEqual([again])
    act(() => vi.advanceTimersByTime(FINISHED_MS + FADE_MS))
    expect(result.current.games).toEqual([again])
  })
})
