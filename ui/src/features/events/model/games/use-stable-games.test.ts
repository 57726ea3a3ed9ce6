import { act, renderHook } from '@testing-library/react'
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest'
import type { Game } from '#services/contract/contract.ts'
import { aLiveGame } from '#ui/testing/factories.ts'
import { IDLE_MS, useStableGames } from './use-stable-games.ts'

describe('a list of games in use', () => {
  beforeEach(() => {
    vi.useFakeTimers()
  })
  afterEach(() => {
    vi.useRealTimers()
  })

  const [first, second, third] = [aLiveGame(), aLiveGame(), aLiveGame()]
  const setUp = (games: Game[]) =>
    renderHook(({ current }) => useStableGames(current), { initialProps: { current: games } })

  it('follows every change while it is not in use', () => {
    const { result, rerender } = setUp([first, second])
    rerender({ current: [third, first] })
    expect(result.current.games).toEqual([third, first])
  })

  it('keeps its rows while the pointer moves: prices change, removed games close, new ones wait', () => {
    const { result, rerender } = setUp([first, second])
    act(() => result.current.handlers.onPointerMove())
    const moved = { ...second, revision: 2 }
    rerender({ current: [third, moved] })
    expect(result.current.games).toEqual([{ ...first, bettable: false }, moved])
    act(() => result.current.handlers.onPointerLeave())
    expect(result.current.games).toEqual([third, moved])
  })

  it('keeps its rows while the focus moves from one to the next, until it leaves', () => {
    const [list, stop, outside] = ['ul', 'a', 'a'].map((name) => document.createElement(name))
    list!.append(stop!)
    const { result, rerender } = setUp([first])
    act(() => result.current.handlers.onFocus())
    rerender({ current: [second] })
    const blur = (to: Element | undefined) =>
      act(() => result.current.handlers.onBlur({ currentTarget: list!, relatedTarget: to ?? null }))
    blur(stop)
    expect(result.current.games.map((game) => game.id)).toEqual([first.id])
    blur(outside)
    expect(result.current.games).toEqual([second])
  })

  it('follows changes again after a while without movement', () => {
    const { result, rerender } = setUp([first])
    act(() => result.current.handlers.onFocus())
    rerender({ current: [second] })
    act(() => vi.advanceTimersByTime(IDLE_MS - 1))
    expect(result.current.games.map((game) => game.id)).toEqual([first.id])
    act(() => vi.advanceTimersByTime(1))
    expect(result.current.games).toEqual([second])
  })
})
