import { describe, expect, it } from 'vitest'
import type { Quote } from '../bet/bet-events.ts'
import { commitment, feed, id, metaOf, quoteOf, superAdmin } from '../testing/samples.ts'
import { feedAggregate } from './aggregate.ts'
import type { PublishQuotes } from './commands.ts'
import { quoteLeaf } from './quote-leaf.ts'

const publish = (changes: Partial<PublishQuotes> = {}): PublishQuotes => ({
  type: 'PublishQuotes',
  league: 'soccer_epl',
  day: '2026-11-20',
  fetchedAt: '2026-11-20T18:00:00.000Z',
  size: 3,
  root: commitment('root'),
  ...changes,
})

/** The feed after its first batch. */
function begun() {
  const state = feedAggregate.initial(id('feed'))
  const decision = feedAggregate.decide(publish(), metaOf(feed), state)
  if (!decision.accepted) throw new Error(decision.refusal.code)
  for (const event of decision.events) feedAggregate.evolve(state, { ...event, meta: metaOf(feed), version: 0 })
  return { state, events: decision.events }
}

describe('publishing quotes', () => {
  it('records the batch', () => {
    const { type: _, ...data } = publish()
    const { state, events } = begun()
    expect(events).toEqual([{ type: 'QuotesPublished', schema: 1, data }])
    expect(state).toMatchObject({ subject: { league: 'soccer_epl', day: '2026-11-20' }, version: 0 })
    expect(state.commands.get(metaOf(feed).command.id)).toMatchObject({ version: 0, count: 1 })
  })

  it('may be repeated as often as quotes change', () => {
    const again = publish({ fetchedAt: '2026-11-20T18:01:00.000Z', root: commitment('another') })
    expect(feedAggregate.decide(again, metaOf(feed), begun().state)).toMatchObject({ accepted: true })
  })

  it.each([
    ['another league', publish({ league: 'basketball_nba' }), feed],
    ['another day', publish({ day: '2026-11-21', fetchedAt: '2026-11-21T00:00:00.000Z' }), feed],
    ['quotes that are not of the day', publish({ fetchedAt: '2026-11-19T23:59:59.999Z' }), feed],
    ['somebody who is not the product', publish(), superAdmin],
  ])('throws for %s', (_, command, actor) => {
    expect(() => feedAggregate.decide(command, metaOf(actor), begun().state)).toThrow()
  })
})

describe('the published part of a quote', () => {
  const leaf = quoteLeaf(quoteOf())

  it('is what was offered, without what a confirmation changes', () => {
    expect(leaf).toEqual({
      fixture: id('derby'),
      market: 'h2h',
      selection: 'home',
      selectionName: 'Arsenal',
      drawOffered: true,
      odds: '2.10',
      bookmaker: 'betway',
      quotedAt: '2026-11-20T17:59:40.000Z',
      message: commitment('message'),
    })
    const later: Partial<Quote> = { fetchedAt: '2026-11-20T18:30:00.000Z', fixtureVersion: 3, inPlay: true }
    expect(quoteLeaf(quoteOf(later))).toEqual(leaf)
  })

  it('has the line if there is one', () => {
    expect(quoteLeaf(quoteOf({ point: '-1.5' }))).toEqual({ ...leaf, point: '-1.5' })
  })
})
