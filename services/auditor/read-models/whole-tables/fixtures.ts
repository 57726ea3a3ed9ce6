// One row per fixture, decision on one, house price, provider id, released market and pair kept apart.
import { bool, NULL, text, time } from '../../postgres/table-lines.ts'
import type { Fixture } from '../../replay/entities.ts'
import { startAt } from '../../rules/fixtures.ts'
import type { Known } from '../../spill/known.ts'
import type { WholeTable } from '../read-model.ts'
import { byKey, itself, wholeModel } from './whole-model.ts'

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
  rows: ({ fixtures }) => byKey(fixtures, (fixture) => fixtureLine(fixture, fixtures.versionOf(fixture.id))),
}

function fixtureLine(fixture: Fixture, version: number): string {
  const end = fixture.endings.at(-1)
  return [
    fixture.id,
    fixture.source,
    text(fixture.league),
    text(fixture.home),
    text(fixture.away),
    time(startAt(fixture, version)),
    time(fixture.listedAt),
    version,
    end?.score?.home ?? NULL,
    end?.score?.away ?? NULL,
    end?.version ?? NULL,
    bool(end?.abandoned === true),
    end === undefined ? NULL : time(end.closedAt),
  ].join('\t')
}

const fixtureDecision: WholeTable = {
  spec: { table: 'fixture_decision', columns: ['fixture_id', 'version', 'type', 'at', 'data'], json: ['data'] },
  keyColumns: 2,
  rows: ({ fixtures }) => ({
    rowOf(key) {
      const [id = '', version] = key.split(' ')
      const decision = fixtures.peek(id)?.decided.find((one) => one.version === Number(version))
      if (decision === undefined) return null
      return [id, version, decision.type, time(decision.at), text(JSON.stringify(decision.data))].join('\t')
    },
    keys: () => decisionsOf(fixtures.values()),
  }),
}

function* decisionsOf(fixtures: Iterable<Fixture>): Generator<string> {
  for (const { id, decided } of fixtures) for (const { version } of decided) yield `${id} ${version}`
}

const housePrice: WholeTable = {
  spec: {
    table: 'house_price',
    columns: ['fixture_id', 'price_version', 'home', 'draw', 'away', 'saved_at'],
  },
  keyColumns: 1,
  rows: ({ fixtures }) => ({
    rowOf(key) {
      const price = fixtures.peek(key)?.prices.at(-1)
      if (!price?.odds) return null
      const { home, draw, away } = price.odds
      return [key, price.version, home, draw ?? NULL, away, time(price.at)].join('\t')
    },
    keys: () => pricedByTheHouse(fixtures.values()),
  }),
}

function* pricedByTheHouse(fixtures: Iterable<Fixture>): Generator<string> {
  for (const { id, prices } of fixtures) if (prices.at(-1)?.odds) yield id
}

const providerFixture: WholeTable = {
  spec: { table: 'provider_fixture', columns: ['provider_id', 'fixture_id'] },
  keyColumns: 1,
  rows: ({ providerIds }) => ({
    rowOf: (key) => {
      const leadsTo = providerIds.peek(key)
      return leadsTo === undefined ? null : `${text(key)}\t${leadsTo}`
    },
    keys: () => providerIds.keys(),
    count: providerIds.size,
  }),
}

const marketRelease: WholeTable = {
  spec: { table: 'market_release', columns: ['fixture_id', 'market', 'since', 'released_at'] },
  keyColumns: 2,
  rows: ({ fixtures }) =>
    perFixture(
      fixtures,
      ({ releases }) => releases,
      ({ since, at }) => `${time(since)}\t${time(at)}`,
    ),
}

const keptApart: WholeTable = {
  spec: { table: 'kept_apart', columns: ['older_fixture', 'newer_fixture', 'decided_by', 'decided_at'] },
  keyColumns: 2,
  rows: ({ fixtures }) =>
    perFixture(
      fixtures,
      ({ apart }) => apart,
      ({ by, at }) => `${by}\t${time(at)}`,
    ),
}

/** Rows by fixture and market, or by two fixtures. `cells`: those after these two. */
function perFixture<Value>(
  fixtures: Known<Fixture>,
  of: (fixture: Fixture) => ReadonlyMap<string, Value>,
  cells: (value: Value) => string,
) {
  const lines = new Map<string, string>()
  for (const fixture of fixtures.values()) {
    for (const [name, value] of of(fixture)) {
      lines.set(`${fixture.id} ${text(name)}`, `${fixture.id}\t${text(name)}\t${cells(value)}`)
    }
  }
  return byKey(lines, itself)
}

export const fixturesModel = wholeModel('fixtures', [
  fixture,
  fixtureDecision,
  housePrice,
  providerFixture,
  marketRelease,
  keptApart,
])
