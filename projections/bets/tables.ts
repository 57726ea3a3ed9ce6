// The tables of table.sql, as the folds write them.
export const bet = {
  name: 'bet',
  columns: {
    bet_id: 'text',
    account_id: 'text',
    status: 'text',
    stake_cents: 'bigint',
    odds: 'text',
    struck_return_cents: 'bigint',
    return_cents: 'bigint',
    placed_at: 'timestamptz',
    settled_at: 'timestamptz',
    legs: 'json',
    graded: 'json',
    placed_event: 'text',
    settled_event: 'text',
    number: 'bigint',
  },
} as const

export const openLeg = {
  name: 'open_leg',
  columns: { fixture_id: 'text', bet_id: 'text', leg: 'smallint', account_id: 'text' },
} as const

export const settledLeg = {
  name: 'settled_leg',
  columns: { fixture_id: 'text', bet_id: 'text', result: 'integer' },
} as const

export const decidedFixture = {
  name: 'decided_fixture',
  columns: { fixture_id: 'text', result: 'integer' },
} as const

export const supersededBet = {
  name: 'superseded_bet',
  columns: { bet_id: 'text', fixture_id: 'text', settled_result: 'integer', current_result: 'integer' },
} as const

/** How bets ended. Kept only during a rebuild, for bets that had to leave memory while they were open. */
export const ending = {
  name: 'ending',
  columns: {
    bet_id: 'text',
    status: 'text',
    return_cents: 'bigint',
    settled_at: 'timestamptz',
    graded: 'json',
    settled_event: 'text',
  },
} as const

/** Table `bet` with its columns in the order in which a bet's life tells them: placement first, then the ending. */
export const betRowJson = {
  name: bet.name,
  columns: {
    bet_id: 'text',
    account_id: 'text',
    stake_cents: 'bigint',
    odds: 'text',
    struck_return_cents: 'bigint',
    placed_at: 'timestamptz',
    legs: 'json',
    placed_event: 'text',
    number: 'bigint',
    status: 'text',
    return_cents: 'bigint',
    settled_at: 'timestamptz',
    graded: 'json',
    settled_event: 'text',
  },
} as const
