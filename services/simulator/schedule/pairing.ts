// Which two teams meet in a slot of a league.
import { shuffled } from '../random.ts'
import type { TeamLeague } from './leagues/league.ts'

/**
 * Games come in blocks in which no team plays twice. An even block draws from all teams, an odd one from those that
 * play in neither of its neighbours. So at least a whole block lies between two games of a team, and no team plays two
 * at once.
 */
export function pairing(seed: string, league: TeamLeague, slot: number): [home: number, away: number] {
  const block = Math.floor(slot / league.block)
  const place = slot - block * league.block
  const evenBlock = (number: number) =>
    shuffled(league.teams.length, `${seed}/${league.key}/block/${number}`).slice(0, 2 * league.block)
  let playing: number[]
  if (block % 2 === 0) playing = evenBlock(block)
  else {
    const busy = new Set([...evenBlock(block - 1), ...evenBlock(block + 1)])
    playing = shuffled(league.teams.length, `${seed}/${league.key}/block/${block}`).filter((team) => !busy.has(team))
  }
  return [playing[2 * place]!, playing[2 * place + 1]!]
}
