import { describe, expect, it } from 'vitest'
import type { Game } from '#services/contract/contract.ts'
import { aGame, aLiveGame, NOW } from '#ui/testing/factories.ts'
import { addGames, keepNewer, listFilter, patchGames } from './game-lists.ts'

const updates = (...games: Game[]) => new Map(games.map((game) => [game.id, game]))

describe('patching a list of games', () => {
  it('replaces a newer revision in place and keeps the others', () => {
    const [first, second] = [aGame(), aGame()]
    const newer = { ...second, revision: 2, bettable: false }
    const patched = patchGames([first, second], updates(newer))
    expect(patched.map((game) => game.revision)).toEqual([1, 2])
    expect(patched[0]).toBe(first)
  })

  it('changes nothing for an older or equal revision, nor for unknown games', () => {
    const games = [aGame({ revision: 5 })]
    expect(patchGames(games, updates({ ...games[0]!, revision: 4, bettable: false }))).toBe(games)
    expect(patchGames(games, updates({ ...games[0]!, revision: 5, bettable: false }))).toBe(games)
    expect(patchGames(games, updates(aGame()))).toBe(games)
  })

  it('keeps the identity of equal parts of a game', () => {
    const game = aLiveGame()
    const [patched] = patchGames([game], updates({ ...structuredClone(game), revision: 2 }))
    expect(patched?.bookmakers).toBe(game.bookmakers)
  })
})

describe('adding new games', () => {
  const now = Date.parse(NOW)

  it('adds started games to the live list, by start', () => {
    const known = aLiveGame({ commence_time: '2026-11-20T13:30:00.000Z' })
    const begun = aLiveGame({ commence_time: '2026-11-20T13:00:00.000Z' })
    const later = aGame()
    const list = addGames([known], updates(begun, later), listFilter(['games', 'live'], now))
    expect(list).toEqual([begun, known])
  })

  it('adds no finished games, no unpriced upcoming ones and no other leagues', () => {
    const finished = aLiveGame({ completed: true })
    const unpriced = aGame({ prices: null })
    expect(listFilter(['games', 'live'], now)(finished)).toBe(false)
    expect(listFilter(['games', 'upcoming'], now)(unpriced)).toBe(false)
    expect(listFilter(['games', 'upcoming'], now)(aGame())).toBe(true)
    expect(listFilter(['games', 'league', 'soccer_epl'], now)(aGame())).toBe(true)
    expect(listFilter(['games', 'league', 'soccer_epl'], now)(aLiveGame())).toBe(false)
    expect(listFilter(['games', 'event', 'x'], now)(aGame())).toBe(false)
  })

  it('adds no game that was taken off its list', () => {
    for (const list of ['live', 'upcoming', 'league']) {
      const belongs = listFilter(['games', list, 'soccer'], now)
      const game = list === 'live' ? aLiveGame() : aGame()
      expect([belongs({ ...game, sport: 'soccer' }), belongs({ ...game, sport: 'soccer', unlisted: true })]).toEqual([
        true,
        false,
      ])
    }
  })

  it('keeps the list where nothing is added', () => {
    const games = [aLiveGame()]
    expect(addGames(games, updates(games[0]!), () => true)).toBe(games)
  })
})

describe('a reply that is older than a push', () => {
  it('does not overwrite it', () => {
    const shown = aLiveGame({ revision: 7 })
    const late = { ...shown, revision: 6, bettable: false }
    expect(keepNewer([shown], [late])).toEqual([shown])
    expect(keepNewer(shown, late)).toBe(shown)
  })

  it('replaces everything else, and drops games that are gone', () => {
    const [gone, kept] = [aGame(), aGame()]
    const fresh = { ...kept, revision: 2 }
    expect(keepNewer([gone, kept], [fresh])).toEqual([fresh])
    expect(keepNewer(undefined, [fresh])).toEqual([fresh])
  })

  it('keeps the list itself where nothing changed', () => {
    const games = [aGame()]
    expect(keepNewer(games, structuredClone(games))).toBe(games)
  })
})
