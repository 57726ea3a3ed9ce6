// Action `update-games-of-day`: the whole list. Games added by hand become fixtures of the house, confirmed odds their
// prices. What a crash leaves half done is completed when the request is sent again with its key, or undone by another
// request: prices are set after the list is saved, and one that stands on a game in no list is withdrawn.
import type { FastifyRequest } from 'fastify'
import type { Refusal } from '#domain/decision.ts'
import { type FixtureState, fixtureEnd } from '#domain/fixture/state.ts'
import type { CommandMeta } from '#domain/meta.ts'
import { OFFER } from '#domain/offer/events.ts'
import { refuse } from '#domain/refusals.ts'
import { housePricedAfter } from '#projections/fixtures/queries.ts'
import { storeReason } from '#services/accounts/reasons.ts'
import type { Session } from '#services/accounts/sessions/session.ts'
import { commandId, hashCommand } from '#services/commands/command-id.ts'
import type { AdminBody } from '#services/contract/contract.ts'
import { LOCK_WAIT_MS } from '#services/platform/database/session-locks.ts'
import { commandMeta, refusedBy } from '../../command-context.ts'
import { ApiError } from '../../http/errors/errors.ts'
import type { Services } from '../../services.ts'
import { type ReadGame, readGame } from './edited-game.ts'
import { type Plan, planOf, refusalOf, withdrawalOf } from './plan.ts'

/** One list after the other, with its prices: what one takes off the list another would else price after that. */
const LIST = 'games of the day'

/** `lastUpdated`: of the list that was edited; undefined where that was not said. */
type Edited = { readonly games: readonly ReadGame[]; readonly lastUpdated: string | null | undefined }
type Written = { position: string; hash: string } | null
/** `savedAt`: absent where another list has been saved since. */
type Saved =
  | { accepted: true; written: Written; savedAt?: string | null }
  | { accepted: false; refusal: Refusal; recorded?: true }

export async function saveGamesOfTheDay(
  services: Services,
  request: FastifyRequest,
  session: Session,
  { games, lastUpdated, reason }: Extract<AdminBody, { action: 'update-games-of-day' }>,
) {
  const { catalog, clock, commandClaims, freshness, locks, pool } = services
  const read = games.map(readGame)
  const leagues = new Set(catalog.flatMap((family) => family.leagues.map(({ key }) => key)))
  const storedReason = await storeReason(pool, 'by-admin', reason)
  const edited = lastUpdated === undefined ? {} : { lastUpdated }
  const hash = hashCommand({ type: 'update-games-of-day', games: read, ...edited })
  const meta = commandMeta(request, session, hash, clock.businessNow(), storedReason)
  const saved = await commandClaims.hold(meta.command, () =>
    locks.hold(LIST, LOCK_WAIT_MS, () => save(services, { games: read, lastUpdated }, leagues, meta).catch(refusedFor)),
  )
  if ('error' in saved) throw saved.error
  if (!saved.accepted) throw refusedBy(saved.refusal)
  const { written, savedAt } = saved
  if (written !== null) await freshness.recordSharedWrite(session.id, written)
  const known = savedAt === undefined ? {} : { lastUpdated: savedAt }
  return { success: true as const, message: 'Games of the Day updated', ...known }
}

/** Nothing was written yet, so that the key is free again. */
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
  // another list has been saved since, and stands
  if (again?.accepted && gamesSavedBy !== meta.command.id) return { accepted: true, written: writtenBy(again) }
  // what somebody else added or priced meanwhile would be taken away, and nobody told
  if (again === null && lastUpdated !== undefined && lastUpdated !== gamesSavedAt) throw new ApiError('games_changed')
  const before: FixtureState[] = []
  for (const id of gamesOfTheDay ?? []) before.push(await fixtures.read(id))
  // one after the other: a list is short, and so is the answer where a game is wrong
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
 * A game without an id of ours is the one of the list that is like it, as where a list is sent twice; else a new one, under an id that
 * follows from the request.
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

/** The request's part on one fixture: a command of its own there. */
const partOf = (meta: CommandMeta, name: string): CommandMeta => ({
  ...meta,
  command: { id: commandId(meta.command.id, name), hash: meta.command.hash },
})

const writtenBy = ({ position, hash }: { position: string | null; hash: string | null }): Written =>
  position === null || hash === null ? null : { position, hash }
