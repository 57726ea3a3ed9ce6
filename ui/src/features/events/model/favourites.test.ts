import { act, renderHook } from '@testing-library/react'
import { beforeEach, expect, it, vi } from 'vitest'
import { breakStorage } from '#ui/testing/storage.ts'

const KEY = 'fairbook.favourites'
const stored = (): unknown => JSON.parse(localStorage.getItem(KEY) ?? '[]')
/** This page gets no event of it. */
const otherTabStars = (...keys: string[]) => localStorage.setItem(KEY, JSON.stringify(keys))

const tell = () => act(() => void window.dispatchEvent(new StorageEvent('storage', { key: KEY })))

/** The favourites as a page sees them that was just opened. */
async function openPage() {
  vi.resetModules()
  const { toggleFavourite, useFavourites } = await import('./favourites.ts')
  const { result } = renderHook(() => useFavourites())
  return { toggle: (key: string) => act(() => toggleFavourite(key)), shown: () => [...result.current] }
}

beforeEach(() => localStorage.clear())

it('adds a star to those of another tab that this page does not know yet', async () => {
  const { toggle, shown } = await openPage()
  otherTabStars('league b')
  toggle('league a')
  expect(stored()).toEqual(['league b', 'league a'])
  expect(shown()).toEqual(['league b', 'league a'])
})

it('keeps stars set in two tabs at once, and removes one that both tabs show', async () => {
  const { toggle, shown } = await openPage()
  otherTabStars('league a')
  toggle('league a')
  expect(stored()).toEqual(['league a'])
  toggle('league a')
  expect(stored()).toEqual([])
  expect(shown()).toEqual([])
})

it('does not restore a star that another tab removed without this page knowing yet', async () => {
  otherTabStars('league a', 'league b')
  const { toggle, shown } = await openPage()
  otherTabStars('league b')
  toggle('league c')
  expect(stored()).toEqual(['league b', 'league c'])
  expect(shown()).toEqual(['league b', 'league c'])
})

it('lives as long as the page where storage is full', async () => {
  const { toggle, shown } = await openPage()
  const restore = breakStorage('setItem')
  toggle('league a')
  toggle('league b')
  restore()
  expect(shown()).toEqual(['league a', 'league b'])
})

it('keeps stars that could not be stored, whatever another tab stores', async () => {
  otherTabStars('league a')
  const { toggle, shown } = await openPage()
  const restore = breakStorage('setItem')
  toggle('league b')
  tell()
  expect(shown()).toEqual(['league a', 'league b'])
  restore()
  toggle('league c')
  expect(stored()).toEqual(['league a', 'league b', 'league c'])
  otherTabStars()
  tell()
  expect(shown()).toEqual([])
})

it('lives as long as the page where storage is blocked', async () => {
  const restore = breakStorage('getItem', 'setItem')
  const { toggle, shown } = await openPage()
  toggle('league a')
  toggle('league b')
  toggle('league a')
  restore()
  expect(shown()).toEqual(['league b'])
})
