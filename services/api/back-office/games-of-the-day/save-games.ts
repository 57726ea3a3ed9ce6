// Action `update-games-of-day`: saves the whole list. Games added by hand become games of the house, and confirmed odds
// their prices. If a crash leaves it half done, repeating the request with its key completes it, and any other save
// undoes it: prices are set after the list is saved, and a price on a game in no list is withdrawn.
import type { FastifyRequest } from 'fastify'
import type { Refusal } from '#domain/decision.ts'
import { type FixtureState, fixtureEnd } from '#domain/fixture/state.ts'
import type { CommandMeta } from '#domain/meta.ts'
import { OFFER } from '#domain/offer/events.ts'
import { refuse } from '#domain/refusals.ts'
import { housePricedAfter } from '#projections/fixtures/queries.ts'
import type { Session } from '#services/accounts/sessions/session.ts'
import { commandId } from '#services/commands/command-id.ts'
import type { AdminBody } from '#services/contract/contract.ts'
import { LOCK_WAIT_MS } from '#services/platform/database/session-locks.ts'
import { refusedBy } from '../../command-context.ts'
import { ApiError } from '../../http/errors/errors.ts'
import type { Services } from '../../services.ts'
import { metaByHand } from '../by-hand.ts'
import { type ReadGame, readGame } from './edited-game.ts'
import { type Plan, planOf, refusalOf, withdrawalOf } from './plan.ts'

/**
 * Lists are saved one at a time, with their prices: otherwise one save could price a game after another took it off the
 * list.
 */
const LIST = 'games of the day'

/** `lastUpdated`: version of the list that was edited; undefined if the request does not say. */
type Edited = { readonly games: readonly ReadGame[]; readonly lastUpdated: string | null | undefined }
type Written = { position: string; hash: string } | null
/** `savedAt`: absent if another list has been saved since. */
type Saved =
  | { accepted: true; written: Written; savedAt?: string | null }
  | { accepted: false; refusal: Refusal; recorded?: true }

export async function saveGamesOfTheDay(
  services: Services,
  request: FastifyRequest,
  session: Session,
  { games, lastUpdated, reason }: Extract<AdminBody, { action: 'update-games-of-day' }>,
) {
  const { catalog, commandClaims, freshness, locks } = services
  const read = games.map(readGame)
  const leagues = new Set(catalog.flatMap((family) => family.leagues.map(({ key }) => key)))
  const edited = lastUpdated === undefined ? {} : { lastUpdated }
  const asked = { type: 'update-games-of-day', games: read, ...edited }
  const meta = await metaByHand(services, request, session, { asked, reason })
  const saved = await commandClaims.hold(meta.command, () =>
    locks.hold(LIST, LOCK_WAIT_MS, () => save(services, { games: read, lastUpdated }, leagues, meta).catch(refusedFor)),
  )
  if ('error' in saved) throw saved.error
  if (!saved.accepted) throw refusedBy(saved.refusal)
  const { written, savedAt } = saved
  const position = written === null ? '' : await freshness.recordSharedWrite(session.id, written)
  const known = savedAt === undefined ? {} : { lastUpdated: savedAt }
  return { success: true as const, message: 'Games of the Day updated', ...known, position }
}

/** Nothing has been written yet, so the key becomes free again. */
function refusedFor(error: unknown): { accepted: false; error: ApiError } {
  if (error instanceof ApiError) return { accepted: false, error }
  throw error
}

async function save(
  { fixtures, offer, queries }: Services,
  { games, lastUpdated }: Edited,
  leagues: ReadonlySet<string>,
  meta: CommandMeta,
): Promise<Saved> {
  const { gamesOfTheDay, gamesSavedBy, gamesSavedAt } = await offer.read(OFFER)
  const again = await offer.answerAgain(OFFER, meta)
  // another list has been saved since, and stays
  if (again?.accepted && gamesSavedBy !== meta.command.id) return { accepted: true, written: writtenBy(again) }
  // otherwise what somebody else added or priced meanwhile would be removed without notice
  if (again === null && lastUpdated !== undefined && lastUpdated !== gamesSavedAt) throw new ApiError('games_changed')
  const before: FixtureState[] = []
  for (const id of gamesOfTheDay ?? []) before.push(await fixtures.read(id))
  // one after the other: lists are short, and it stops at the first game that is wrong
  const planned: { plan: Plan; state: FixtureState }[] = []
  for (const game of games) {
    const state = await fixtureOf(fixtures, game, before, meta)
    if (state.listed === null && !leagues.has(game.league)) throw new ApiError('league_missing')
    planned.push({ plan: planOf(game, state, meta.at), state })
  }
  const ids = planned.map(({ plan }) => plan.fixture)
  if (new Set(ids).size < ids.length) return refuse('game_listed_twice')
  const priced = await housePricedAfter(queries, new Date(meta.at))
  for (const id of new Set([...(gamesOfTheDay ?? []), ...priced])) {
    if (ids.includes(id)) continue
    const state = await fixtures.read(id)
    planned.push({ plan: withdrawalOf(state, meta.at), state })
  }
  for (const { plan, state } of planned) {
    const refusal = refusalOf(plan, meta, state)
    if (refusal !== null) return { accepted: false, refusal }
  }

  const partsOf = (which: 'commands' | 'price') =>
    planned.flatMap(({ plan }) =>
      plan[which].map(
        (command) => () => fixtures.execute(plan.fixture, command, partOf(meta, `${command.type} ${plan.fixture}`)),
      ),
    )
  const saveList = () => offer.execute(OFFER, { type: 'SaveGamesOfTheDay', fixtures: ids }, meta)
  const savedAt = again === null ? meta.at : gamesSavedAt
  let written: Written = null
  for (const carryOut of [...partsOf('commands'), saveList, ...partsOf('price')]) {
    const outcome = await carryOut()
    if (!outcome.accepted) return { ...outcome, ...(written === null ? {} : { recorded: true }) }
    written = writtenBy(outcome) ?? written
  }
  return { accepted: true, written, savedAt }
}

/**
 * The fixture for a game. A game without an id of ours is matched with an equal one of the current list, as when a list
 * is sent twice; otherwise it is new, under an id derived from the request.
 */
async function fixtureOf(
  fixtures: Services['fixtures'],
  game: ReadGame,
  before: readonly FixtureState[],
  { command }: CommandMeta,
): Promise<FixtureState> {
  const known = game.id === null ? null : await fixtures.read(game.id)
  if (known !== null && known.listed !== null) return known
  const likeness = likenessOf(game, game.startsAt)
  const alike = before.find(
    ({ listed, startsAt, outcome }) =>
      listed?.source === 'house' && !fixtureEnd({ outcome }) && likenessOf(listed, startsAt) === likeness,
  )
  return alike ?? fixtures.read(commandId(command.id, likeness))
}

const likenessOf = ({ league, home, away }: Pick<ReadGame, 'league' | 'home' | 'away'>, startsAt: string | null) =>
  JSON.stringify([league, home, away, startsAt])

/** A derived command: the request's part on one fixture. */
const partOf = (meta: CommandMeta, name: string): CommandMeta => ({
  ...meta,
  command: { id: commandId(meta.command.id, name), hash: meta.command.hash },
})

const writtenBy = ({ position, hash }: { position: string | null; hash: string | null }): Written =>
  position === null || hash === null ? null : { position, hash }
