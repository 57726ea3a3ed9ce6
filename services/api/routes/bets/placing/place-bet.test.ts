import { describe, expect, test, vi } from 'vitest'
import { hashCommand } from '#services/commands/command-id.ts'
import { BetAccepted, BetRefused, PlaceBetBody } from '#services/contract/contract.ts'
import { isInCanonicalOrder } from '#services/event-store/canonical.ts'
import { stageForBetting } from '../../../testing/betting.ts'
import { newId, parlay, single } from '../../../testing/product.ts'
import { hashBetRequest, readBetRequest } from './bet-request.ts'

test('the hash of a bet is that of its canonical JSON', () => {
  const legs = [{ fixture: 'f', market: 'h2h', name: 'Ärsenal "1"', odds: '2.10', point: null }]
  const asked = { type: 'PlaceBet', stakeCents: 1_010, policy: 'none', legs }
  expect(hashBetRequest({ legs, odd: undefined, policy: 'none', stakeCents: 1_010 })).toBe(hashCommand(asked))
  expect(hashBetRequest({ legs, odd: '4.41', policy: 'none', stakeCents: 1_010 })).toBe(
    hashCommand({ ...asked, odd: '4.41' }),
  )
})

test.each([
  ['Match Result', 'h2h'],
  ['MONEYLINE', 'h2h'],
  ['Point Spread', 'spreads'],
  ['over/under total', 'totals'],
  ['Team Total', 'team_totals'],
  ['Both Teams to Score', 'btts'],
  ['Match Result (3-Way)', 'h2h_3_way'],
  ['Draw No Bet', 'draw_no_bet'],
  ['Double Chance', 'double_chance'],
  ['Alternate Totals', 'alternate_totals'],
  ['Alternate Point Spreads', 'alternate_spreads'],
  ['Alternate Team Totals', 'alternate_team_totals'],
  ['totals', 'totals'],
])('a market is asked for by the name that it is shown by: %s', (name, market) => {
  const { legs } = readBetRequest({ ...single('f', 1, { bet_type: name, point: 2.5 }), is_parlay: false } as never)
  expect(legs).toMatchObject([{ market }])
})

test('only as many legs as a slip may have are read of a slip with thousands', () => {
  const { error } = PlaceBetBody.safeParse({ ...parlay([], 1), legs: Array(20_000).fill({}) })
  expect(error?.issues.length).toBeGreaterThan(0)
  expect(error?.issues.length).toBeLessThan(200)
})

describe('POST /api/bets/place-bet', () => {
  const stage = stageForBetting()
  const { aBettor, betsOf, game, place } = stage

  test('strikes a single at the price of the board and answers with the balance', async () => {
    const bettor = await aBettor(50)
    const id = game()
    const { status, body, headers } = await place(bettor.token, single(id, 10.1))
    expect(status).toBe(200)
    expect(BetAccepted.parse(body)).toMatchObject({
      newBalance: 39.9,
      odds: 2.1,
      potential_win: 21.21,
      legs: [{ eventId: id, odds: 2.1 }],
    })
    expect(headers.get('x-ledger-position')).toBe(body.position)
    const [event] = await betsOf(bettor.user.id)
    expect(JSON.parse(event!.body).data).toMatchObject({ bet: body.betId, stakeCents: 1_010, legs: [{ odds: '2.10' }] })
    expect(JSON.parse(event!.body).data.legs[0]).not.toHaveProperty('seen')
    const { meta } = JSON.parse(event!.body)
    expect(meta.actor).toEqual({ id: bettor.user.id, role: 'user' })
    expect(meta.session).toMatch(/^[0-9a-f]{64}$/)
  })

  test('is built with its fields in the order in which it is written, so that nothing has to be sorted', async () => {
    const bettor = await aBettor(50)
    const execute = vi.spyOn(stage.product.services.accounts, 'execute')
    try {
      expect((await place(bettor.token, parlay([game(), game()], 5))).status).toBe(200)
      const [outcome] = execute.mock.settledResults
      const events = outcome?.type === 'fulfilled' && outcome.value.accepted ? outcome.value.events : []
      // the order within legs is the board's, and tested there
      const inOrder = events.map(({ type, data }) => [type, isInCanonicalOrder({ ...data, legs: [] })])
      expect(inOrder).toEqual([['BetPlaced', true]])
    } finally {
      execute.mockRestore()
    }
  })

  test('strikes a parlay at the product of its odds', async () => {
    const bettor = await aBettor(50)
    const { status, body } = await place(bettor.token, parlay([game(), game(), game()], 5))
    expect(status).toBe(200)
    expect(body).toMatchObject({ newBalance: 45, odds: 9.26, potential_win: 46.3 })
  })

  test.each([21, '21.00', '', null, undefined])('ignores what the client thinks it may win: %j', async (mine) => {
    const bettor = await aBettor(20)
    for (const body of [single(game(), 10), parlay([game(), game()], 10)]) {
      expect((await place(bettor.token, { ...body, potential_win: mine })).status).toBe(200)
    }
  })

  test.each(['Moneyline', 'Match Result', 'h2h'])('takes %s for the match result', async (name) => {
    const bettor = await aBettor(5)
    expect((await place(bettor.token, single(game(), 1, { bet_type: name }))).status).toBe(200)
  })

  test('accepts odds that the policy allows, and strikes at the current price', async () => {
    const bettor = await aBettor(50)
    const id = game({ prices: { home: { odds: '2.20' }, away: { odds: '1.80' } } })
    expect((await place(bettor.token, single(id, 1))).body).toMatchObject({ success: true, odds: 2.2 })
    const refused = await place(bettor.token, single(id, 1, { odds_policy: 'none' }))
    expect(refused.status).toBe(409)
    expect(BetRefused.parse(refused.body)).toEqual({
      success: false,
      code: 'odds_changed',
      error: 'Odds have increased from 2.10 to 2.20 (4.8% change). Please review your bet.',
      changes: [
        {
          eventId: id,
          selection: `Home ${id.slice(0, 4)}`,
          oldOdds: 2.1,
          newOdds: 2.2,
          error: 'Odds have increased from 2.10 to 2.20 (4.8% change). Please review your bet.',
        },
      ],
    })
  })

  test('refuses changed odds with old and new odds of every selection', async () => {
    const bettor = await aBettor(50)
    const [same, moved, gone] = [
      game(),
      game({ prices: { home: { odds: '1.50' }, away: { odds: '3.00' } } }),
      game({ prices: { home: null, away: { odds: '3.00' } } }),
    ]
    const { status, body } = await place(bettor.token, parlay([same, moved, gone], 5))
    expect(status).toBe(409)
    expect(body).toMatchObject({
      code: 'odds_changed',
      error: 'Some odds have changed. Please review your selections.',
      changes: [
        { eventId: same, oldOdds: 2.1, newOdds: 2.1, error: 'Odds confirmed: 2.10' },
        {
          eventId: moved,
          oldOdds: 2.1,
          newOdds: 1.5,
          error: 'Odds have decreased from 2.10 to 1.50 (28.6% change). Please review your bet.',
        },
        { eventId: gone, oldOdds: 2.1, newOdds: null, error: 'Selection "home" is no longer available.' },
      ],
    })
    expect(await betsOf(bettor.user.id)).toEqual([])
  })

  test('fetches again a price that is too old', async () => {
    const bettor = await aBettor(50)
    const id = game({ prices: { home: { odds: '2.05', stale: true }, away: { odds: '1.80' } } })
    expect((await place(bettor.token, single(id, 1))).body).toMatchObject({ success: true, odds: 2.05 })
  })

  test.each<[string, number, (id: string) => unknown, string, string]>([
    ['no stake', 400, (id) => single(id, 0), 'stake_invalid', 'Please enter a valid stake amount.'],
    ['a negative stake', 400, (id) => single(id, -5), 'stake_invalid', 'Please enter a valid stake amount.'],
    ['a third decimal', 400, (id) => single(id, 0.001), 'stake_invalid', 'Please enter a valid stake amount.'],
    ['ten cents and a bit', 400, (id) => single(id, 10.005), 'stake_invalid', 'Please enter a valid stake amount.'],
    [
      'a stake in words',
      400,
      (id) => ({ ...single(id, 1), bet_amount: '10' }),
      'stake_invalid',
      'Please enter a valid stake amount.',
    ],
    [
      'no number',
      400,
      (id) => ({ ...single(id, 1), bet_amount: null }),
      'stake_invalid',
      'Please enter a valid stake amount.',
    ],
    ['too small a stake', 400, (id) => single(id, 0.09), 'stake_too_small', 'The minimum stake is €0.10.'],
    [
      'more than the balance',
      409,
      (id) => single(id, 20.01),
      'insufficient_funds',
      'Insufficient funds. Please deposit more funds to place this bet.',
    ],
    [
      'more than any balance',
      409,
      (id) => single(id, 1e12),
      'insufficient_funds',
      'Insufficient funds. Please deposit more funds to place this bet.',
    ],
    [
      'an unknown event',
      404,
      () => single(newId(), 1),
      'fixture_missing',
      'Event not found or no data returned from API.',
    ],
    [
      'an event that is no id',
      404,
      () => single('x"\u0001', 1),
      'fixture_missing',
      'Event not found or no data returned from API.',
    ],
    [
      'an unknown selection',
      409,
      (id) => single(id, 1, { selection: 'Nobody' }),
      'odds_changed',
      'Selection "Nobody" is no longer available.',
    ],
    [
      'a market that the game does not have',
      409,
      (id) => single(id, 1, { bet_type: 'spreads', point: -1 }),
      'odds_changed',
      'Selection "home" is no longer available.',
    ],
    [
      'an unknown market',
      400,
      (id) => single(id, 1, { bet_type: 'Who is luckier' }),
      'market_unknown',
      'There is no such market.',
    ],
    [
      'a market with lines, and no line',
      400,
      (id) => single(id, 1, { bet_type: 'Over/Under Total', selection: 'Over' }),
      'invalid_request',
      'point: the line of "Over" is missing',
    ],
    ['nothing', 400, () => ({}), 'slip_empty', 'Your bet slip is empty.'],
    [
      'neither a single nor a parlay',
      400,
      (id) => ({ ...single(id, 1), is_parlay: 'perhaps' }),
      'invalid_request',
      'is_parlay: must be true or false',
    ],
    ['an empty slip', 400, () => parlay([], 1), 'slip_empty', 'Your bet slip is empty.'],
    ['a parlay of null', 400, () => ({ ...parlay([], 1), legs: null }), 'slip_empty', 'Your bet slip is empty.'],
    [
      'a parlay of nothing',
      400,
      () => ({ ...parlay([], 1), legs: undefined }),
      'slip_empty',
      'Your bet slip is empty.',
    ],
    [
      'a single on nothing',
      400,
      (id) => ({ ...single(id, 1), game: null, odd: null, selection: null, event_id: null }),
      'slip_empty',
      'Your bet slip is empty.',
    ],
    [
      'an empty slip, whatever its stake is',
      400,
      () => ({ ...parlay([], 1), bet_amount: 'ten' }),
      'slip_empty',
      'Your bet slip is empty.',
    ],
    [
      'odds that have changed before a stake that is no number',
      409,
      (id) => ({ ...single(id, 1, { odd: 3 }), bet_amount: 'ten' }),
      'odds_changed',
      'Odds have decreased from 3.00 to 2.10 (30.0% change). Please review your bet.',
    ],
    [
      'odds that have changed before no stake at all',
      409,
      (id) => ({ ...single(id, 1, { odd: 3 }), bet_amount: undefined }),
      'odds_changed',
      'Odds have decreased from 3.00 to 2.10 (30.0% change). Please review your bet.',
    ],
    ['a parlay of one', 400, (id) => parlay([id], 1), 'too_few_legs', 'A parlay has 2 to 20 legs.'],
    [
      'a parlay of 21',
      400,
      () => parlay(Array.from({ length: 21 }, newId), 1),
      'too_many_legs',
      'A parlay has 2 to 20 legs.',
    ],
    [
      'a game that the feed lists twice',
      400,
      () => parlay([game({ home: 'Rovers', away: 'United' }), game({ home: 'united ', away: 'ROVERS' })], 1),
      'same_fixture_twice',
      'A parlay takes one selection per event.',
    ],
    ['a game twice', 400, (id) => parlay([id, id], 1), 'same_fixture_twice', 'A parlay takes one selection per event.'],
    [
      'odds below 1',
      400,
      (id) => single(id, 1, { odd: 0.5 }),
      'invalid_request',
      'The odds of "home" must be decimal odds, from 1.00 to 9,999,999,999.99.',
    ],
    [
      'a parlay at odds below 1',
      400,
      (id) => parlay([id, game()], 1, { odd: 0.5 }),
      'invalid_request',
      'The odds of the parlay must be decimal odds, from 1.00 to 9,999,999,999.99.',
    ],
    [
      'odds with a comma',
      400,
      (id) => single(id, 1, { odd: '2,10' }),
      'invalid_request',
      'odd: must be decimal odds, a number or text',
    ],
  ])('refuses %s', async (_what, status, body, code, error) => {
    const bettor = await aBettor(20)
    const reply = await place(bettor.token, body(game()))
    expect([reply.status, reply.body.code, reply.body.error]).toEqual([status, code, error])
    expect(await betsOf(bettor.user.id)).toEqual([])
  })

  test('refuses a finished event, whether on the board or dropped from it', async () => {
    const bettor = await aBettor(20)
    const finished = game({ closed: true })
    const dropped = game({ closed: true })
    stage.product.board.retire(dropped)
    for (const id of [finished, dropped]) {
      const { status, body } = await place(bettor.token, single(id, 1))
      expect([status, body.code, body.error]).toEqual([409, 'event_closed', 'Game is finished - betting closed'])
    }
  })

  test('has no price for a game that this board does not have yet', async () => {
    const bettor = await aBettor(20)
    const id = game()
    stage.product.board.retire(id)
    const { status, body } = await place(bettor.token, single(id, 1))
    const error = 'Selection "home" is no longer available.'
    expect([status, body]).toEqual([
      409,
      {
        success: false,
        code: 'odds_changed',
        error,
        changes: [{ eventId: id, selection: 'home', oldOdds: 2.1, newOdds: null, error }],
      },
    ])
  })

  test('needs a session', async () => {
    for (const token of [null, 'x'.repeat(43), 'short', stage.admin.token.slice(1)]) {
      const { status, body } = await place(token, single(game(), 1))
      expect([status, body.code, body.error]).toEqual([401, 'login_required', 'Please log in to place a bet.'])
    }
  })

  test('admins do not bet', async () => {
    for (const bet_amount of [1, 'ten']) {
      const { status, body } = await place(stage.admin.token, { ...single(game(), 1), bet_amount })
      expect([status, body.code]).toEqual([403, 'not_a_bettor'])
    }
  })

  test('refuses a payout above the limit', async () => {
    const bettor = await aBettor(20)
    const prices = { home: { odds: '900000000.00' } }
    const { status, body } = await place(bettor.token, single(game({ prices }), 20, { odd: 900_000_000 }))
    expect([status, body.code]).toEqual([409, 'payout_too_large'])
  })
})
