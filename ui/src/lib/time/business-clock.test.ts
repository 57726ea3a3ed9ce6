import { act, renderHook } from '@testing-library/react'
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest'
import { businessNow, minutesSince, setClock, useBusinessTime } from './business-clock.ts'

describe('the business clock', () => {
  beforeEach(() => {
    vi.useFakeTimers()
  })
  afterEach(() => {
    vi.useRealTimers()
  })

  it('runs as fast as the server says, from the instant the server says', () => {
    setClock({ now: '2026-11-20T14:00:00.000Z', speed: 60 })
    vi.advanceTimersByTime(2_000)
    expect(new Date(businessNow()).toISOString()).toBe('2026-11-20T14:02:00.000Z')
  })

  it('ignores an invalid clock', () => {
    setClock({ now: '2026-11-20T14:00:00.000Z', speed: 1 })
    setClock({ now: 'noon', speed: 1 })
    setClock({ now: '2030-01-01T00:00:00.000Z', speed: 0 })
    expect(new Date(businessNow()).toISOString()).toBe('2026-11-20T14:00:00.000Z')
  })

  it('re-renders only when the value changes', () => {
    setClock({ now: '2026-11-20T14:00:00.000Z', speed: 1 })
    let renders = 0
    const { result } = renderHook(() => {
      renders += 1
      return useBusinessTime((now) => minutesSince('2026-11-20T13:29:30.000Z', now))
    })
    expect(result.current).toBe(30)
    const before = renders
    act(() => vi.advanceTimersByTime(20_000))
    expect(renders).toBe(before)
    act(() => vi.advanceTimersByTime(15_000))
    expect(result.current).toBe(31)
    expect(renders).toBe(before + 1)
  })
})
