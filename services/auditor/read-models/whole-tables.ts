// Read models whose size goes with accounts, fixtures and transfers, not with the log: compared as a whole.
import { bool, NULL, text, time } from '../postgres/table-lines.ts'
import { startAt } from '../rules/fixtures.ts'
import type { Account, Fixture, State, Transfer } from '../state.ts'
import { compareWhole, type ReadModel, type WholeTable } from './read-model.ts'

const wholeModel = (projection: string, tables: readonly WholeTable[]): ReadModel => ({
  projection,
  tables: tables.map(({ spec }) => spec),
  async begin(snapshot, findings) {
    let rows = 0
    return {
      async finish(state) {
        rows = await compareWhole(tables, snapshot, state, findings)
      },
      rows: () => rows,
    }
  },
})

const byKey = <Item>(items: ReadonlyMap<string, Item>, line: (item: Item) => string) => ({
  rowOf: (key: string) => {
    const item = items.get(key)
    return item === undefined ? null : line(item)
  },
  keys: items.keys(),
})

const itself = (key: string): string => key

const account: WholeTable = {
  spec: {
    table: 'account',
    columns: [
      'account_id',
      'role',
      'opened_by',
      'opened_at',
      'blocked',
      'closed',
      'wallet_cents',
      'float_cents',
      'owed_cents',
      'version',
    ],
  },
  keyColumns: 1,
  rows: ({ accounts }) => ({
    ...byKey(accounts, ({ id, role, openedBy, openedAt, blocked, wallet, float, owed, stream }: Account) =>
      [
        id,
        role,
        openedBy,
        time(openedAt),
        bool(blocked),
        'f',
        wallet.cents,
        float.cents,
        owed.cents,
        stream.version,
      ].join('\t'),
    ),
    accountOf: itself,
  }),
}

const transfer: WholeTable = {
  spec: {
    table: 'transfer',
    columns: [
      'transfer_id',
      'sender',
      'from_purse',
      'receiver',
      'into_purse',
      'amount_cents',
      'purpose',
      'sent_at',
      'sent_recorded_at',
      'sent_event',
    ],
  },
  keyColumns: 1,
  rows: ({ transfers }) =>
    byKey(transfers, ({ id, sender, from, to, into, amountCents, purpose, sentAt, sentRecordedAt, sent }: Transfer) =>
      [
        id,
        sender.id,
        from,
        to,
        into,
        amountCents,
        purpose,
        time(sentAt),
        time(sentRecordedAt),
        `${sent.stream}@${sent.version}`,
      ].join('\t'),
    ),
}

const fixture: WholeTable = {
  spec: {
    table: 'fixture',
    columns: [
      'fixture_id',
      'source',
      'league',
      'home',
      'away',
      'starts_at',
      'listed_at',
      'version',
      'result_home',
      'result_away',
      'result_version',
      'abandoned',
      'closed_at',
    ],
  },
  keyColumns: 1,
  rows: ({ fixtures }) => byKey(fixtures, fixtureLine),
}

function fixtureLine(fixture: Fixture): string {
  const end = fixture.endings.at(-1)
  return [
    fixture.id,
    fixture.source,
    text(fixture.league),
    text(fixture.home),
    text(fixture.away),
    time(startAt(fixture, fixture.stream.version)),
    time(fixture.listedAt),
    fixture.stream.version,
    end?.score?.home ?? NULL,
    end?.score?.away ?? NULL,
    end?.version ?? NULL,
    bool(end !== undefined && end.score === null),
    end === undefined ? NULL : time(end.closedAt),
  ].join('\t')
}

const providerFixture: WholeTable = {
  spec: { table: 'provider_fixture', columns: ['provider_id', 'fixture_id'] },
  keyColumns: 1,
  rows: ({ providerIds }) => ({
    rowOf: (key) => {
      const leadsTo = providerIds.get(key)
      return leadsTo === undefined ? null : `${text(key)}\t${leadsTo.id}`
    },
    keys: providerIds.keys(),
  }),
}

const house: WholeTable = {
  spec: {
    table: 'house',
    columns: [
      'one',
      'treasury_cents',
      'grants_cents',
      'profit_cents',
      'settled_bets',
      'open_bets',
      'open_stakes_cents',
      'transit_cents',
    ],
  },
  keyColumns: 1,
  rows: (state) => ({ rowOf: (key) => (key === 't' ? houseLine(state) : null), keys: ['t'] }),
}

function houseLine({ book, betsSettled, openBets, openStakesCents }: State): string {
  const { treasury, grants, profit, transit } = book.totals
  return ['t', treasury, grants, profit, betsSettled, openBets.size, openStakesCents, transit].join('\t')
}

const userStatistics: WholeTable = {
  spec: {
    table: 'user_statistics',
    columns: ['account_id', 'total_bets', 'total_stake_cents', 'total_winnings_cents', 'profit_cents', 'open_bets'],
  },
  keyColumns: 1,
  rows: ({ accounts }) => ({
    rowOf: (key) => {
      const sums = accounts.get(key)?.bets
      if (!sums) return null
      return [key, sums.placed, sums.stakeCents, sums.winningsCents, sums.profitCents, sums.open].join('\t')
    },
    keys: bettors(accounts.values()),
    accountOf: itself,
  }),
}

function* bettors(accounts: Iterable<Account>): Generator<string> {
  for (const { id, bets } of accounts) if (bets !== null) yield id
}

export const accountsModel = wholeModel('accounts', [account])
export const transfersModel = wholeModel('transfers', [transfer])
export const fixturesModel = wholeModel('fixtures', [fixture, providerFixture])
export const houseModel = wholeModel('house', [house])
export const statisticsModel = wholeModel('statistics', [userStatistics])
