import type { Game, SportFamily } from '#services/contract/contract.ts'
import { misfit, wordsOf } from '#ui/model/fuzzy-match.ts'

const LEAGUES_MAX = 5
const GAMES_MAX = 8

type League = { key: string; title: string; country: string | null; sport: string }
export type SearchHit = { kind: 'league'; id: string; league: League } | { kind: 'game'; id: string; game: Game }
export type SearchGroup = { kind: SearchHit['kind']; items: SearchHit[] }

type Found = { hit: SearchHit; misfit: number; startsAt: string }

/**
 * The leagues, and the games of teams, that match; best match first, then earliest start. Nothing for an empty text.
 */
export function searchHits(text: string, sports: readonly SportFamily[], games: readonly Game[]): SearchGroup[] {
  const typed = wordsOf(text)
  if (typed.length === 0) return []
  const leagues = sports.flatMap(({ title: sport, leagues: ofSport }) =>
    ofSport.flatMap((league): Found[] => {
      const bad = misfit(typed, wordsOf(`${league.title} ${sport}`))
      const hit: SearchHit = { kind: 'league', id: league.key, league: { ...league, sport } }
      return bad === null ? [] : [{ hit, misfit: bad, startsAt: '' }]
    }),
  )
  const byId = new Map(games.filter(({ completed }) => !completed).map((game) => [game.id, game]))
  const ofTeams = [...byId.values()].flatMap((game): Found[] => {
    // A word of the league may be typed with the team's: 'arsenal epl'.
    const bad = misfit(typed, wordsOf(`${game.home_team} ${game.away_team} ${game.league_title}`))
    if (bad === null || misfit(typed, wordsOf(game.league_title)) !== null) return []
    return [{ hit: { kind: 'game', id: game.id, game }, misfit: bad, startsAt: game.commence_time }]
  })
  return [
    { kind: 'league' as const, found: best(leagues, LEAGUES_MAX) },
    { kind: 'game' as const, found: best(ofTeams, GAMES_MAX) },
  ]
    .filter(({ found }) => found.length > 0)
    .sort((a, b) => (a.found[0]?.misfit ?? 0) - (b.found[0]?.misfit ?? 0))
    .map(({ kind, found }) => ({ kind, items: found.map(({ hit }) => hit) }))
}

const best = (found: Found[], count: number): Found[] =>
  found.sort((a, b) => a.misfit - b.misfit || a.startsAt.localeCompare(b.startsAt)).slice(0, count)
