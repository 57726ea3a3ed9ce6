import { describe, expect, it } from 'vitest'
import { opened } from './testing/samples.ts'
import { UnknownEvent, upcast } from './upcast.ts'

describe('a stored event', () => {
  it('is one of the domain', () => expect(upcast(opened())).toEqual(opened()))
  it.each([
    ['BetDoubled', 1],
    ['BetPlaced', 2],
    ['BetPlaced', 0],
    ['constructor', 1],
  ])('of type %s version %i is not known', (type, schema) =>
    expect(() => upcast({ type, schema, data: {} })).toThrow(UnknownEvent),
  )
})
