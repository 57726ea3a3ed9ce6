// The league blacklist and the games of the day.
import { tablesIn } from '../ddl.ts'
import type { LedgerEvent } from '../event.ts'
import type { Fold, Projection } from '../projection.ts'
import { arrayLiteral, insertRows } from '../table.ts'
import type { Write } from '../write.ts'

const DDL = `${import.meta.dirname}/table.sql`
const {
  blacklisted_league: blacklistedLeague,
  game_of_the_day: gameOfTheDay,
  games_of_the_day_save: gamesOfTheDaySave,
} = tablesIn(DDL, 'blacklisted_league', 'game_of_the_day', 'games_of_the_day_save')

class OfferFold implements Fold {
  /** Null: offered again. */
  readonly #since = new Map<string, string | null>()
  #saved: { readonly fixtures: readonly string[]; readonly at: string } | null = null

  get size(): number {
    return this.#since.size + (this.#saved?.fixtures.length ?? 0)
  }

  add({ type, data, meta }: LedgerEvent): void {
    if (type === 'LeagueBlacklisted') this.#since.set(data.league, meta.at)
    else if (type === 'LeagueUnblacklisted') this.#since.set(data.league, null)
    else if (type === 'GamesOfTheDaySaved') this.#saved = { fixtures: data.fixtures, at: meta.at }
  }

  writes(): Write[] {
    return [...this.#blacklistWrites(), ...this.#gamesWrites()]
  }

  #blacklistWrites(): Write[] {
    const rows = [...this.#since].flatMap(([league, since]) => (since === null ? [] : [[league, since]]))
    const offered = [...this.#since].flatMap(([league, since]) => (since === null ? [league] : []))
    const onConflict = 'on conflict (league) do update set since = excluded.since'
    return [
      ...(offered.length === 0 ? [] : [deleteLeagues(offered)]),
      ...(rows.length === 0 ? [] : [insertRows(blacklistedLeague, rows, onConflict)]),
    ]
  }

  #gamesWrites(): Write[] {
    if (this.#saved === null) return []
    const { fixtures, at } = this.#saved
    const games = fixtures.map((fixture, place) => [place, fixture])
    const onConflict = 'on conflict (one) do update set saved_at = excluded.saved_at'
    return [
      { name: 'delete_games_of_the_day', text: 'delete from game_of_the_day', values: [] },
      ...(games.length === 0 ? [] : [insertRows(gameOfTheDay, games)]),
      insertRows(gamesOfTheDaySave, [[true, at]], onConflict),
    ]
  }
}

const deleteLeagues = (leagues: readonly string[]): Write => ({
  name: 'delete_blacklisted_leagues',
  text: 'delete from blacklisted_league where league = any($1::text[])',
  values: [arrayLiteral(leagues)],
})

export const offer: Projection = {
  name: 'offer',
  ddl: DDL,
  tables: [blacklistedLeague, gameOfTheDay, gamesOfTheDaySave],
  fold: () => new OfferFold(),
  revision: 1,
}
