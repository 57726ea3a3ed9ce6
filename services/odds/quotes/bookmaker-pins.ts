// The pinned bookmaker of each fixture: the first process to pin one decides.
import type pg from 'pg'

export type Bookmaker = { readonly key: string; readonly title: string }

export type BookmakerPins = {
  /** The bookmakers that these fixtures are priced by. */
  pinned(fixtures: readonly string[]): Promise<Map<string, Bookmaker>>
  /** Pins bookmakers for fixtures that have none. Returns those that are pinned afterwards. */
  pin(choices: ReadonlyMap<string, Bookmaker>): Promise<Map<string, Bookmaker>>
  /** Pins another one, if the old one has had no price since an instant. */
  repin(fixture: string, bookmaker: Bookmaker, silentSince: Date): Promise<boolean>
}

export function createBookmakerPins(pool: pg.Pool): BookmakerPins {
  const pinned = async (fixtures: readonly string[]): Promise<Map<string, Bookmaker>> => {
    if (fixtures.length === 0) return new Map()
    const { rows } = await pool.query<{ fixture_id: string; bookmaker: string; title: string }>({
      name: 'pinned bookmakers',
      text: 'select fixture_id, bookmaker, title from app.pinned_bookmaker where fixture_id = any($1)',
      values: [fixtures],
    })
    return new Map(rows.map(({ fixture_id, bookmaker, title }) => [fixture_id, { key: bookmaker, title }]))
  }

  return {
    pinned,

    async pin(choices) {
      if (choices.size === 0) return new Map()
      const fixtures = [...choices.keys()]
      await pool.query(
        `insert into app.pinned_bookmaker (fixture_id, bookmaker, title)
         select * from unnest($1::text[], $2::text[], $3::text[]) on conflict do nothing`,
        [fixtures, fixtures.map((id) => choices.get(id)!.key), fixtures.map((id) => choices.get(id)!.title)],
      )
      return pinned(fixtures)
    },

    async repin(fixture, { key, title }, silentSince) {
      const { rowCount } = await pool.query(
        `update app.pinned_bookmaker set bookmaker = $2, title = $3
         where fixture_id = $1
           and not exists (select from app.quote where fixture_id = $1 and fetched_at > $4)
           and not exists (select from app.quote_history where fixture_id = $1 and fetched_at > $4)`,
        [fixture, key, title, silentSince],
      )
      return rowCount === 1
    },
  }
}
