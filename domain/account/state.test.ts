// What the state of an account remembers, and for how long.
import { describe, expect, it } from 'vitest'
import { at, BETTOR, betPlaced, commitment, id, metaOf, opened, placeBet, received, T0 } from '../testing/samples.ts'
import type { AccountEvent } from './events.ts'
import { evolveAccount } from './evolve.ts'
import { accountBytes, balanceCents, initialAccount } from './state.ts'

const DAY_S = 86_400
const betId = (n: number): string => `b${n.toString(16).padStart(31, '0')}`
const commandId = (n: number): string => `c${n.toString(16).padStart(31, '0')}`

/** A bettor each of whose events is a command of its own. */
function bettor() {
  const state = initialAccount(BETTOR)
  let version = 0
  const record = (event: AccountEvent, seconds: number, command = commandId(version)): void => {
    const meta = metaOf({ at: at(seconds), command: { id: command, hash: commitment('command') } })
    evolveAccount(state, { ...event, version, meta })
    version += 1
  }
  record(opened(), 0)
  record(received(1_000_000_000), 0)
  const place = (n: number, seconds: number) => record(betPlaced(placeBet({ bet: betId(n), stakeCents: 100 })), seconds)
  const settle = (n: number, seconds: number) =>
    record(
      {
        type: 'BetSettled',
        schema: 2,
        data: {
          bet: betId(n),
          rule: 2,
          outcome: 'lost',
          stakeCents: 100,
          returnCents: 0,
          owedPaidCents: 0,
          legs: [{ leg: 0, fixture: id('derby'), result: 1, grade: 'lost', factor: '0.00' }],
        },
      },
      seconds,
    )
  return { state, record, place, settle }
}

describe('a command', () => {
  it('is remembered with its first version, how many events it made, and the balance it left', () => {
    const { state, record } = bettor()
    record(received(500, id('a')), 1, id('both'))
    record(received(200, id('b')), 1, id('both'))
    expect(state.commands.get(id('both'))).toEqual({
      hash: commitment('command'),
      version: 2,
      count: 2,
      balanceCents: 1_000_000_700,
      at: at(1),
    })
    expect(balanceCents(state)).toBe(1_000_000_700)
  })
  it('is kept for seven days, however many there are', () => {
    const { state, place } = bettor()
    for (let n = 0; n < 5_000; n++) place(n, (n * 6.9 * DAY_S) / 5_000)
    expect(state.commands.size).toBe(5_002)
  })
  it('is kept among the last thousand, however old', () => {
    const { state, place } = bettor()
    for (let n = 0; n < 998; n++) place(n, n)
    place(998, 3_650 * DAY_S)
    expect(state.commands.size).toBe(1_001)
  })
  it('is kept for seven days to the millisecond, once there are a thousand newer ones', () => {
    const { state, place } = bettor()
    place(0, 0)
    place(1, 0.001)
    for (let n = 2; n < 1_010; n++) place(n, 7 * DAY_S - 1)
    // makes the next event prune
    state.pruneCommandsAt = 0
    place(1_010, 7 * DAY_S + 0.001)
    const first = [...state.commands.values()].slice(0, 2).map((command) => command.at)
    expect(first).toEqual([at(0.001), at(7 * DAY_S - 1)])
  })
  it('is forgotten after seven days, in bounded memory', () => {
    const { state, place } = bettor()
    // a hundred a day for three hundred days
    for (let n = 0; n < 30_000; n++) place(n, (n * DAY_S) / 100)
    expect(state.commands.size).toBeLessThan(2_000)
    expect(state.commands.size).toBeGreaterThanOrEqual(1_000)
    expect(state.commands.has(commandId(2))).toBe(false)
    const week = [...state.commands.values()].filter((command) => Date.parse(command.at) > T0 + 293 * DAY_S * 1000)
    expect(week.length).toBeGreaterThanOrEqual(690)
  })
})

describe('a bet', () => {
  it('is kept while it is open, however old', () => {
    const { state, place } = bettor()
    for (let n = 0; n < 3_000; n++) place(n, n * DAY_S)
    expect(state.bets.size).toBe(3_000)
  })
  it('is kept for 72 hours to the millisecond after it was settled', () => {
    const { state, place, settle } = bettor()
    for (const n of [0, 1, 2]) place(n, 0)
    settle(0, 60)
    settle(1, 60.001)
    state.pruneSettledAt = 0
    settle(2, 60.001 + 3 * DAY_S)
    expect([...state.settled.keys()]).toEqual([betId(1), betId(2)])
  })
  it('is kept for the 72 hours in which its result may be corrected, and then dropped', () => {
    const { state, place, settle } = bettor()
    for (let n = 0; n < 20_000; n++) {
      place(n, n * 600)
      settle(n, n * 600 + 300)
    }
    const windowStart = new Date(T0 + (20_000 * 600 - 3 * DAY_S) * 1000).toISOString()
    const inside = [...state.settled.values()].filter(({ settledAt }) => settledAt >= windowStart)
    expect(inside).toHaveLength(432)
    expect(state.settled.size).toBeLessThan(1_000)
    expect(state.bets.size).toBe(0)
  })
})

describe('a state', () => {
  it('counts in the float what is received into it, but not what is forwarded to the treasury', () => {
    const { state, record } = bettor()
    const into = (transfer: string, forwarded: boolean): AccountEvent => ({
      type: 'TransferReceived',
      schema: 1,
      data: {
        transfer: id(transfer),
        sender: BETTOR,
        into: 'float',
        amountCents: 700,
        purpose: 'withdrawal',
        owedPaidCents: 0,
        forwarded,
      },
    })
    record(into('kept', false), 1)
    record(into('forwarded', true), 1)
    expect(state).toMatchObject({ floatCents: 700, walletCents: 1_000_000_000 })
  })
  it('grows in bytes with what it remembers', () => {
    const { state, place } = bettor()
    const before = accountBytes(state)
    place(1, 1)
    expect(accountBytes(state)).toBeGreaterThan(before)
  })
  it('refuses to fold an unknown event', () => {
    const { record } = bettor()
    expect(() => record({ type: 'BetDoubled', schema: 1, data: {} } as unknown as AccountEvent, 2)).toThrow(
      'unknown event',
    )
  })
})
