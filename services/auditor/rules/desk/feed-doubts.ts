// Checks what admins decide if the feed leaves a doubt: a suspended market is released, two listings are kept apart.
import type { CheckContext, EventCheck } from '../../replay/event-check.ts'
import { fixtureOf } from '../fixtures.ts'

/** Business time that a release lasts. */
const RELEASED_MS = 3_600_000

export function releaseMarket(event: EventCheck<'MarketReleased'>): void {
  const { data, meta, place, findings, subject } = event
  const fixture = fixtureOf(event)
  checkByHand(event)
  if (fixture === null) return
  const wrong = (expected: string, actual: string) =>
    findings.at(place, 'market_released_wrong', expected, actual, subject)
  if (fixture.endings.length > 0) wrong('before the end', data.market)
  if (fixture.voids.some(({ market }) => (market ?? data.market) === data.market)) wrong('not void', data.market)
  const last = fixture.releases.get(data.market)
  if (last?.since === data.since && Date.parse(meta.at) - Date.parse(last.at) < RELEASED_MS) {
    wrong(`released at ${last.at}`, `again at ${meta.at}`)
  }
  fixture.releases.set(data.market, { since: data.since, at: meta.at })
}

export function keepApart(event: EventCheck<'FixturesKeptApart'>): void {
  const { data, meta, place, state, findings, subject } = event
  const fixture = fixtureOf(event)
  checkByHand(event)
  if (fixture === null) return
  const wrong = (expected: string) => findings.at(place, 'fixtures_apart_wrong', expected, data.newer, subject)
  if (data.newer === subject || !state.fixtures.has(data.newer)) wrong('another fixture that was listed')
  if (fixture.endings.length > 0) wrong('before the end of the older one')
  if (fixture.apart.has(data.newer)) wrong('decided once')
  if (fixture.joined.has(data.newer)) wrong('not joined before')
  fixture.apart.set(data.newer, { at: meta.at, by: meta.actor.id })
}

/** An admin has to decide and give a reason, since nothing else in the log justifies it. */
function checkByHand({ meta, place, findings, subject }: CheckContext): void {
  const { id, role } = meta.actor
  if (role === 'system') findings.at(place, 'actor_implausible', 'an admin', id, id)
  if (!meta.reason?.text) findings.at(place, 'reason_missing', 'the commitment to a reason', 'none', subject)
}
