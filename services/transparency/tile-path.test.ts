import fc from 'fast-check'
import { expect, it } from 'vitest'
import { tilePath } from './testing/tile-name.ts'
import { parseTilePath } from './tile-path.ts'

it('is that of the specification', () => {
  expect(tilePath({ level: 0, index: 1_234_067, width: 256 })).toBe('0/x001/x234/067')
  expect(tilePath({ level: null, index: 0, width: 12 })).toBe('entries/000.p/12')
  expect(parseTilePath('63/x001/000')).toEqual({ level: 63, index: 1_000, width: 256 })
})

it('leads to the tile and back', () => {
  const tile = fc.record({
    level: fc.option(fc.integer({ min: 0, max: 63 })),
    index: fc.oneof(fc.integer({ min: 0, max: 2_000 }), fc.maxSafeNat()),
    width: fc.integer({ min: 1, max: 256 }),
  })
  fc.assert(
    fc.property(tile, (name) => {
      expect(parseTilePath(tilePath(name))).toEqual(name)
    }),
  )
})

it.each([
  ...['', '0', '0/', '0/1', '0/0001', '00/000', '07/000', '64/000', '-1/000', 'x/000', 'entries', '0/000/', '/0/000'],
  ...['0/x000/001', '0/x01/001', '0/001/001', '0/x001', '0/000.p/0', '0/000.p/256', '0/000.p/257', '0/000.p/012'],
  ...['0/000.p/', '0/000.p/-1', '0/x999/x999/x999/x999/x999/x999/999', '0/٠٠٠', '0/000\n'],
])('%j is none', (path) => expect(parseTilePath(path)).toBeNull())
