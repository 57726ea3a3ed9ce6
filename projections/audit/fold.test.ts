import { expect, it } from 'vitest'
import type { AccountEvent } from '#domain/account/events.ts'
import {
  ADMIN,
  admin,
  at,
  BETTOR,
  betPlaced,
  blocked,
  commitment,
  floatSet,
  id,
  legOf,
  metaOf,
  opened,
  placeBet,
  received,
} from '#domain/testing/samples.ts'
import { account, rowsOf } from '../testing/steps.ts'

it('who did what, in which session, by which command, because of what, when by both clocks, and why', async () => {
  const meta = {
    ...metaOf({ ...admin, at: at(60), causation: `account-${ADMIN}@7` }),
    reason: { code: 'fraud', text: commitment('text') },
    recordedAt: at(61),
  }
  const { audit: rows } = await rowsOf([
    account(BETTOR, 0, opened()),
    { stream: `account-${BETTOR}`, meta, events: [blocked] },
  ])
  const time = (seconds: number) => at(seconds).replace('.000Z', '+00:00')
  expect(rows).toContainEqual({
    number: 2,
    position: expect.any(String),
    stream: `account-${BETTOR}`,
    version: 1,
    type: 'AccountBlocked',
    at: time(60),
    recorded_at: time(61),
    actor_id: ADMIN,
    actor_role: 'admin',
    session: commitment('session'),
    command_id: id('command'),
    correlation: id('correlation'),
    causation: `account-${ADMIN}@7`,
    reason_code: 'fraud',
    reason_text: commitment('text'),
    approved_by: null,
    account_id: BETTOR,
    counterparty: null,
    bet_id: null,
    fixture_id: null,
    amount_cents: null,
    detail: {},
    hash: expect.stringMatching(/^[0-9a-f]{64}$/),
  })
})

it('what an event is about: accounts, the bet, each of its games, and its amount', async () => {
  const [cup, derby, bet] = [id('cup'), id('derby'), id('parlay')]
  const parlay = placeBet({ bet, stakeCents: 20_00, legs: [cup, derby].map((fixture) => legOf({ fixture })) })
  const sent: AccountEvent = {
    type: 'TransferSent',
    schema: 1,
    data: { transfer: id('one'), from: 'float', to: BETTOR, into: 'wallet', amountCents: 50_00, purpose: 'deposit' },
  }
  const rows = await rowsOf([
    account(ADMIN, 0, opened('admin'), floatSet(500_00)),
    account(BETTOR, 0, opened()),
    account(ADMIN, 1, sent),
    account(BETTOR, 2, received(50_00, id('one'))),
    account(BETTOR, 3, betPlaced(parlay)),
  ])
  const trail = (rows.audit as Record<string, unknown>[]).toSorted((a, b) => Number(a.number) - Number(b.number))
  const about = trail.map((row) => [
    row.type,
    row.account_id,
    row.counterparty,
    row.bet_id,
    row.fixture_id,
    row.amount_cents,
  ])
  expect(about.slice(2)).toEqual([
    ['FloatSet', ADMIN, null, null, null, 500_00],
    ['AccountOpened', BETTOR, null, null, null, null],
    ['TransferSent', ADMIN, BETTOR, null, null, 50_00],
    ['TransferReceived', BETTOR, ADMIN, null, null, 50_00],
    ['BetPlaced', BETTOR, null, bet, cup, 20_00],
  ])
  expect(rows.audit_fixture).toEqual([{ fixture_id: derby, number: 6 }])
})
