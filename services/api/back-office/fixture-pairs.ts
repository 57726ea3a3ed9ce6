// Actions `joinFixtures` and `keepFixturesApart`: an admin decides whether two listings of the provider are one game.
import type { FastifyRequest } from 'fastify'
import { fixtureStream } from '#domain/fixture/events.ts'
import { type FixtureState, fixtureEnd } from '#domain/fixture/state.ts'
import type { CommandMeta } from '#domain/meta.ts'
import type { Session } from '#services/accounts/sessions/session.ts'
import { commandId } from '#services/commands/command-id.ts'
import type { AdminBody } from '#services/contract/contract.ts'
import type { Joined, PairInDoubt } from '#services/odds/identity/fixture-pairs.ts'
import { errorOf, refusedBy } from '../command-context.ts'
import { ApiError, type ErrorCode } from '../http/errors/errors.ts'
import type { Services } from '../services.ts'
import { metaByHand } from './by-hand.ts'

type Body = Extract<AdminBody, { action: 'joinFixtures' | 'keepFixturesApart' }>

type Attempt =
  | { readonly accepted: true; readonly position: string; readonly joined?: Joined }
  /** `recorded`: the newer fixture had already been abandoned. */
  | { readonly accepted: false; readonly error: ApiError; readonly recorded?: true; readonly joined?: never }

const refusedWith = (code: ErrorCode): Attempt => ({ accepted: false, error: new ApiError(code) })

export async function decideFixturePair(services: Services, request: FastifyRequest, session: Session, body: Body) {
  const { action, oldFixture, newFixture } = body
  const asked = { type: action, oldFixture, newFixture }
  const meta = await metaByHand(services, request, session, { asked, reason: body.reason })
  const decide = async (pair: PairInDoubt): Promise<Attempt> => {
    // a pair is decided once; the same request again gets the first reply
    if (pair.resolution !== null && pair.command !== meta.command.id) return refusedWith('fixture_pair_resolved')
    return action === 'joinFixtures'
      ? join(services, session, body, meta)
      : keepApart(services, session, body, pair, meta)
  }
  const outcome = await services.commandClaims.hold(
    meta.command,
    async () =>
      (await services.fixturePairs.decidePair(oldFixture, newFixture, decide)) ?? refusedWith('fixture_pair_missing'),
  )
  if (!outcome.accepted) throw errorOf(outcome)
  const message = action === 'joinFixtures' ? 'The events are one now' : 'The events stay apart'
  return { success: true as const, message, position: outcome.position }
}

/**
 * Records an event on the older fixture; the read model then drops the pair from the queue. Refused once joining has
 * begun: a crash may have left that halfway, and then it can only be finished.
 */
async function keepApart(
  { fixtures, fixturePairs, freshness }: Services,
  session: Session,
  { oldFixture, newFixture }: Body,
  { why }: PairInDoubt,
  meta: CommandMeta,
): Promise<Attempt> {
  // a pair may be queued before its newer game is listed
  const newer = await fixtures.read(newFixture)
  if (newer.listed === null) return refusedWith('fixture_pair_missing')
  if (isDuplicate(newer) && !(await isOfAnother(fixturePairs, newer, oldFixture)))
    return refusedWith('fixture_pair_resolved')
  const kept = await fixtures.execute(oldFixture, { type: 'KeepFixturesApart', newer: newFixture, why }, meta)
  if (!kept.accepted) return { accepted: false, error: refusedBy(kept.refusal) }
  return { accepted: true, position: await freshness.recordSharedWrite(session.id, kept) }
}

/**
 * Abandons the newer fixture as a duplicate, then gives its ids to the older one. In this order, no id ever belongs to
 * two open games. What a crash leaves halfway is finished by repeating the request.
 */
async function join(
  { fixtures, fixturePairs, freshness }: Services,
  session: Session,
  { oldFixture, newFixture }: Body,
  meta: CommandMeta,
): Promise<Attempt> {
  const [older, newer] = await Promise.all([fixtures.read(oldFixture), fixtures.read(newFixture)])
  if (older.apart?.has(newFixture)) return refusedWith('fixture_pair_resolved')
  const isRepeated = older.commands.has(meta.command.id)
  if (fixtureEnd(older) !== null && !isRepeated) return refusedWith('fixture_closed')
  if (!isDuplicate(newer)) {
    if (fixtureEnd(newer) !== null) return refusedWith('fixture_closed')
    if (await fixturePairs.hasBets(newFixture)) return refusedWith('fixture_has_bets')
  } else if (await isOfAnother(fixturePairs, newer, oldFixture)) return refusedWith('fixture_closed')
  const duplicate = { type: 'AbandonFixture', why: 'duplicate', closedAt: meta.at } as const
  const abandoned = await fixtures.execute(newFixture, duplicate, derived(meta, `abandon ${newFixture}`))
  if (!abandoned.accepted) return { accepted: false, error: refusedBy(abandoned.refusal) }

  const { providerIds, version } = await fixtures.read(newFixture)
  const causation = `${fixtureStream(newFixture)}@${version}`
  // the last link carries the command's own id: if that is remembered, all ids are linked
  const ids = [...providerIds]
  let token = ''
  for (const [at, providerId] of ids.entries()) {
    await fixturePairs.reassignId(providerId, oldFixture)
    const as = at === ids.length - 1 ? meta : derived(meta, `link ${providerId}`)
    const linked = await fixtures.execute(oldFixture, { type: 'LinkProviderId', providerId }, { ...as, causation })
    if (!linked.accepted) return { accepted: false, error: refusedBy(linked.refusal), recorded: true }
    token = (await freshness.recordSharedWrite(session.id, linked)) || token
  }
  const joined = {
    by: meta.actor.id,
    command: meta.command.id,
    at: new Date(meta.at),
    reason: meta.reason?.text ?? null,
  }
  return { accepted: true, position: token, joined }
}

/** A derived command of the same admin, for another event of the same request. */
const derived = (meta: CommandMeta, what: string): CommandMeta => ({
  ...meta,
  command: { id: commandId(meta.actor.id, `${meta.command.id} ${what}`), hash: meta.command.hash },
})

/** Whether a duplicate was joined with a game other than this older one. */
const isOfAnother = (
  { areOfAnother }: Services['fixturePairs'],
  { id, providerIds }: FixtureState,
  old: string,
): Promise<boolean> => areOfAnother([...providerIds], { old, listed: id })

const isDuplicate = ({ outcome }: FixtureState): boolean => outcome?.kind === 'abandoned' && outcome.why === 'duplicate'
