// A game of the day as an admin edited it, validated.
import { z } from 'zod'
import { Id, Text } from '#domain/values.ts'
import type { EditedGame } from '#services/contract/contract.ts'
import { sameName } from '#services/odds/quotes/names.ts'
import { ApiError } from '../../http/errors/errors.ts'

/**
 * `price`: confirmed odds, each with two decimals; null if the game is sent as unconfirmed and so has no price; absent
 * if the request does not say.
 */
export type ReadGame = {
  readonly id: string | null
  readonly league: string
  readonly home: string
  readonly away: string
  readonly startsAt: string
  readonly price?: { readonly home: string; readonly draw?: string; readonly away: string } | null
}

/** Recorded in UTC, whatever the time zone in the request. */
const Start = z.iso.datetime({ offset: true })

/** Throws ApiError if a field is invalid. */
export function readGame(game: EditedGame): ReadGame {
  const { sport_key: league, home_team, away_team, commence_time } = game
  const [home, away] = [home_team.trim(), away_team.trim()]
  const name = `${home} vs ${away}`
  if (home === '' || away === '') throw new ApiError('fields_missing')
  if (!Text.safeParse(home).success || !Text.safeParse(away).success) throw new ApiError('text_invalid')
  if (sameName(home, away)) throw invalid(`${name}: a game has two teams.`)
  if (!Start.safeParse(commence_time).success) {
    throw invalid(`${name}: commence_time must be an ISO time with its zone, Z or an offset.`)
  }
  const startsAt = new Date(commence_time).toISOString()
  const id = Id.safeParse(game.id)
  return { id: id.success ? id.data : null, league, home, away, startsAt, ...confirmedPrice(game) }
}

export const invalid = (error: string): ApiError => new ApiError('invalid_request', { error })

function confirmedPrice({ odds, odds_confirmed }: EditedGame): Pick<ReadGame, 'price'> {
  if (odds_confirmed === undefined) return {}
  if (!odds_confirmed) return { price: null }
  if (!odds) throw new ApiError('fields_missing')
  const { home_team, draw, away_team } = odds
  const drawn = draw === undefined || draw === null ? {} : { draw: exactOdds(draw) }
  return { price: { home: exactOdds(home_team), ...drawn, away: exactOdds(away_team) } }
}

/** An admin's price is taken exactly as it is or refused; it is never rounded. */
function exactOdds(price: number): string {
  const [, whole = '', decimals = ''] = /^([1-9]\d{0,9})(?:\.(\d{1,2}))?$/.exec(String(price)) ?? []
  if (whole === '') throw new ApiError('house_price_invalid')
  return `${whole}.${decimals.padEnd(2, '0')}`
}
