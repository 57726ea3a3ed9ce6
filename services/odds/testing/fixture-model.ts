// Fixtures for tests: the real deciders, with the read model written directly instead of by the projector.
import type pg from 'pg'
import type { FixtureCommand } from '#domain/fixture/commands.ts'
import { decideFixture } from '#domain/fixture/decide.ts'
import type { FixtureEvent } from '#domain/fixture/events.ts'
import { evolveFixture, type FixtureState, initialFixture } from '#domain/fixture/state.ts'
import { PROJECTED } from '#projections/runner/announcement.ts'
import type { FixtureCommands } from '../port.ts'

export type FixtureModel = FixtureCommands & {
  readonly asked: { readonly fixture: string; readonly command: FixtureCommand }[]
  readonly events: (FixtureEvent & { readonly fixture: string })[]
}

export function createFixtureModel(pool: pg.Pool): FixtureModel {
  const states = new Map<string, FixtureState>()
  const versions = new Map<string, number>()
  const model: FixtureModel = {
    asked: [],
    events: [],
    async execute(fixture, command, meta) {
      model.asked.push({ fixture, command })
      const state = states.get(fixture) ?? initialFixture(fixture)
      states.set(fixture, state)
      const decision = decideFixture(command, meta, state)
      if (!decision.accepted) return decision
      for (const event of decision.events) {
        const version = (versions.get(fixture) ?? -1) + 1
        versions.set(fixture, version)
        evolveFixture(state, { ...event, meta, version })
        model.events.push({ ...event, fixture })
        await project(pool, fixture, event, version, meta.at)
      }
      return { accepted: true, events: decision.events }
    },
  }
  return model
}

async function project(pool: pg.Pool, fixture: string, event: FixtureEvent, version: number, at: string) {
  if (event.type === 'FixtureListed') {
    const { source, league, home, away, startsAt, providerId } = event.data
    await pool.query(
      `insert into app.fixture (fixture_id, source, league, home, away, starts_at, listed_at, version, abandoned)
       values ($1, $2, $3, $4, $5, $6, $7, 0, false)`,
      [fixture, source, league, home, away, startsAt, at],
    )
    await pool.query('insert into app.provider_fixture (provider_id, fixture_id) values ($1, $2)', [
      providerId,
      fixture,
    ])
  } else if (event.type === 'ProviderIdLinked') {
    await pool.query('update app.fixture set version = $2 where fixture_id = $1', [fixture, version])
    await pool.query(
      `insert into app.provider_fixture (provider_id, fixture_id) values ($1, $2)
       on conflict (provider_id) do update set fixture_id = excluded.fixture_id`,
      [event.data.providerId, fixture],
    )
  } else if (event.type === 'FixtureMoved') {
    await update('starts_at = $3', event.data.to)
  } else if (event.type === 'MarketReleased') {
    const { market, since } = event.data
    await pool.query('update app.fixture set version = $2 where fixture_id = $1', [fixture, version])
    await pool.query(
      `insert into app.market_release values ($1, $2, $3, $4)
       on conflict (fixture_id, market) do update set since = excluded.since, released_at = excluded.released_at`,
      [fixture, market, since, at],
    )
  } else if (event.type === 'FixtureAbandoned') {
    await update('abandoned = true, closed_at = $3', event.data.closedAt)
  } else if (event.type === 'ResultRecorded' || event.type === 'ResultCorrected') {
    const { score, closedAt } = event.data
    const set = 'result_home = $3, result_away = $4, closed_at = $5, result_version = $2'
    await update(set, score?.home ?? null, score?.away ?? null, closedAt)
  }
  await pool.query('select pg_notify($1, $2)', [PROJECTED, JSON.stringify({ fixtures: [fixture] })])

  async function update(set: string, ...values: unknown[]) {
    await pool.query(`update app.fixture set version = $2, ${set} where fixture_id = $1`, [fixture, version, ...values])
  }
}
