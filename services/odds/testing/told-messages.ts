// Messages of the provider made up for quotes and scores of tests, worded as the real one words them: without the
// messages that its bets and results name, an audit reports them missing.
import type pg from 'pg'
import type { Quote } from '#domain/bet/bet-events.ts'
import type { Teams } from '../identity/belief.ts'
import { type Message, messageOf } from '../quotes/message.ts'

/** A game by the provider's own id and names. */
type Named = Teams & { readonly providerId: string | null }
/** What a message is about. */
type Game = Named & { readonly league: string; readonly startsAt: string }
type Score = { readonly home: number; readonly away: number }

/** A row of app.provider_message. */
export type ToldMessage = {
  readonly hash: string
  readonly fixture_id: string
  readonly kind: 'odds' | 'score'
  readonly fetched_at: string
  readonly body: string
}

type Priced = Omit<Quote, 'message'>

/**
 * The provider's message with quotes that were fetched together, of one fixture and bookmaker; their own `message` is
 * ignored. `others`: bookmakers that offer a tenth more.
 */
export function oddsMessage(quotes: readonly Priced[], teams: Named, others: readonly string[] = []): ToldMessage {
  const [{ fixture, league, startsAt, bookmaker, fetchedAt }] = quotes as [Priced]
  const pricedBy = (key: string, tenths: number) => ({
    ...{ key, title: key },
    markets: [...Map.groupBy(quotes, ({ market }) => market)].map(([market, of]) => ({
      ...{ key: market, last_update: of[0]!.quotedAt },
      outcomes: of.map((quote) => outcomeOf(quote, teams, tenths)),
    })),
  })
  const said = messageOf({
    ...gameOf({ ...teams, league, startsAt }),
    bookmakers: [pricedBy(bookmaker, 0), ...others.map((other) => pricedBy(other, 1))],
  })
  return rowOf(said, fixture, 'odds', fetchedAt)
}

/** The provider's message about a game that is over. */
export function scoreMessage(fixture: string, game: Game, score: Score, readAt: string): ToldMessage {
  const said = messageOf({
    ...gameOf(game),
    completed: true,
    last_update: readAt,
    scores: (['home', 'away'] as const).map((side) => ({ name: game[side], score: String(score[side]) })),
  })
  return rowOf(said, fixture, 'score', readAt)
}

const gameOf = ({ providerId, league, startsAt, home, away }: Game) => ({
  ...{ id: providerId, sport_key: league, sport_title: league, commence_time: startsAt },
  ...{ home_team: home, away_team: away },
})

const rowOf = ({ hash, body }: Message, fixture: string, kind: 'odds' | 'score', fetchedAt: string): ToldMessage => ({
  ...{ hash, fixture_id: fixture, kind, fetched_at: fetchedAt, body },
})

const WORDS: Readonly<Record<string, string>> = { draw: 'Draw', over: 'Over', under: 'Under', yes: 'Yes', no: 'No' }

function outcomeOf({ selection, point, odds }: Priced, teams: Teams, tenths: number) {
  const called = (part: string) => (part === 'home' || part === 'away' ? teams[part] : WORDS[part]!)
  const [one = '', other] = selection.split('-')
  const name =
    other === undefined
      ? { name: called(one) }
      : other === 'over' || other === 'under'
        ? { name: called(other), description: called(one) }
        : { name: `${called(one)} or ${called(other)}` }
  const price = (Number(odds.replace('.', '')) + 10 * tenths) / 100
  return { ...name, price, ...(point === undefined ? {} : { point: Number(point) }) }
}

/** A second bookmaker in every message, as real ones have several. */
export const OTHER_BOOKMAKER = 'southbook'

/** Collects the messages behind the quotes and results of a test, to be stored beside its log. */
export class ToldMessages {
  readonly #told = new Map<string, ToldMessage>()

  /** The quote, with a message that contains it. */
  quote(quote: Priced, teams: Named): Quote {
    return { ...quote, message: this.#tell(oddsMessage([quote], teams, [OTHER_BOOKMAKER])) }
  }

  /** The hash of a message that contains the score. */
  score(...said: Parameters<typeof scoreMessage>): string {
    return this.#tell(scoreMessage(...said))
  }

  async store(pool: pg.Pool | pg.Client): Promise<void> {
    await pool.query(
      `insert into app.provider_message select * from jsonb_populate_recordset(null::app.provider_message, $1)
       on conflict do nothing`,
      [JSON.stringify([...this.#told.values()])],
    )
    this.#told.clear()
  }

  #tell(message: ToldMessage): string {
    this.#told.set(message.hash, message)
    return message.hash
  }
}
