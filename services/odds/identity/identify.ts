// Decides which fixture each new id of the provider stands for: a game that is listed anew, or a new game.
import type { FixtureRegistry, KnownFixture } from '../polling/fixture-registry.ts'
import { fixtureIdOf } from '../polling/fixture-registry.ts'
import type { FeedEvent } from '../provider/wire.ts'
import type { ScoreState } from '../results/results.ts'
import type { Listings } from './listings.ts'
import { areTwins, continuedBy, type Listing, type OpenGame, presenceOf, teamsKey } from './same-game.ts'

export type IdentityContext = {
  readonly registry: Pick<FixtureRegistry, 'ofLeague'>
  readonly store: Pick<Listings, 'listingsOf' | 'claimId'> & {
    scores(fixtures: readonly string[]): Promise<Map<string, ScoreState>>
    earlyScores(fixtures: readonly string[]): Promise<readonly { readonly fixture: string }[]>
  }
}

/** The fixture of each id, ours by its id; null if this has to wait for the next reply. */
export type Identities = ReadonlyMap<string, string | null>

const NEVER = new Date(0)

/** Games that are not decided yet, with what is known of their listings and scores. */
export async function openGames(
  { store }: Pick<IdentityContext, 'store'>,
  fixtures: readonly KnownFixture[],
): Promise<OpenGame[]> {
  if (fixtures.length === 0) return []
  const ids = fixtures.map(({ id }) => id)
  const [found, scores, early] = await Promise.all([store.listingsOf(ids), store.scores(ids), store.earlyScores(ids)])
  const begun = new Set(early.map(({ fixture }) => fixture))
  const listings = Map.groupBy(found, ({ fixture }) => fixture)
  return fixtures.map((fixture) =>
    openGame(fixture, listings.get(fixture.id) ?? [], isScored(scores.get(fixture.id)) || begun.has(fixture.id)),
  )
}

/** Whether a score or a completed read is known. */
export const isScored = (score: ScoreState | undefined): boolean =>
  score !== undefined && (score.home !== null || score.firstCompletedAt !== null)

function openGame(fixture: KnownFixture, listings: readonly Listing[], scored: boolean): OpenGame {
  const { id, league, home, away, startsAt } = fixture
  const [firstListedAt = NEVER] = listings.map((listing) => listing.firstListedAt).sort((a, b) => +a - +b)
  const lastListedAt = listings.map((listing) => listing.lastListedAt).sort((a, b) => +b - +a)[0] ?? NEVER
  const presence = presenceOf(listings, startsAt)
  return { id, league, home, away, startsAt, scored, presence, firstListedAt, lastListedAt }
}

const timed = ({ sport_key: league, home_team: home, away_team: away, commence_time }: FeedEvent) => ({
  league,
  home,
  away,
  startsAt: new Date(commence_time),
})

/**
 * Decides which fixtures the new ids of a reply stand for, and claims them. An id continues a game of ours only if
 * exactly one fits and no other new id fits that game. If another worker has decided differently before, its decision
 * stands.
 */
export async function identifyNew(
  { registry, store }: IdentityContext,
  league: string,
  events: readonly FeedEvent[],
  at: Date,
): Promise<Identities> {
  const teams = new Set(events.map((event) => teamsKey(timed(event))))
  const ofTeams = registry.ofLeague(league).filter((one) => !one.abandoned && teams.has(teamsKey(one)))
  // a game that was listed twice may be over under its other id, so the teams' next game is a different one
  const hasTwin = (one: KnownFixture) => ofTeams.some((other) => other.id !== one.id && areTwins(one, other))
  const known = ofTeams.filter((one) => one.closedAt === null && !hasTwin(one))
  const games = events.length === 0 ? [] : await openGames({ store }, known)
  const found = events.map((event) => {
    const answers = games.map((game) => ({ game, answer: continuedBy(game, timed(event)) }))
    const fitting = answers.filter(({ answer }) => answer === 'yes').map(({ game }) => game)
    return { event, fitting, soon: answers.some(({ answer }) => answer === 'soon') }
  })
  const claimants = Map.groupBy(
    found.flatMap(({ fitting }) => fitting),
    ({ id }) => id,
  )
  const identities = new Map<string, string | null>()
  for (const { event, fitting, soon } of found) {
    const [only, ...others] = fitting
    const continued = only !== undefined && others.length === 0 && claimants.get(only.id)!.length === 1 ? only : null
    const fixture = continued?.id ?? fixtureIdOf(event.id)
    const claim = { providerId: event.id, league, fixture, continues: continued !== null, at }
    identities.set(event.id, soon ? null : await store.claimId(claim))
  }
  return identities
}
