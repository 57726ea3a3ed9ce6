// The result in force of each decided fixture.
import type { Fixture } from '../../replay/entities.ts'
import type { State } from '../../replay/state.ts'
import type { WholeTable } from '../read-model.ts'

export const decidedFixture: WholeTable = {
  spec: { table: 'decided_fixture', columns: ['fixture_id', 'result'] },
  keyColumns: 1,
  rows: ({ fixtures }) => ({
    rowOf: (key) => {
      const fixture = fixtures.peek(key)
      const last = fixture === undefined ? undefined : lastOf(fixture)
      return last === undefined ? null : `${key}\t${last}`
    },
    keys: () => decided(fixtures),
  }),
}

const lastOf = ({ endings, voids }: Fixture): number | undefined =>
  [endings.at(-1), voids.at(-1)]
    .flatMap((event) => event?.version ?? [])
    .sort((a, b) => a - b)
    .at(-1)

function* decided(fixtures: State['fixtures']): Generator<string> {
  for (const fixture of fixtures.values()) if (lastOf(fixture) !== undefined) yield fixture.id
}
