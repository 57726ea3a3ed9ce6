// The current result of each decided fixture.
import type { State } from '../../replay/state.ts'
import type { WholeTable } from '../read-model.ts'

export const decidedFixture: WholeTable = {
  spec: { table: 'decided_fixture', columns: ['fixture_id', 'result'] },
  keyColumns: 1,
  rows: ({ fixtures }) => ({
    rowOf: (key) => {
      const ending = fixtures.get(key)?.endings.at(-1)
      return ending === undefined ? null : `${key}\t${ending.version}`
    },
    keys: decided(fixtures),
  }),
}

function* decided(fixtures: State['fixtures']): Generator<string> {
  for (const { id, endings } of fixtures.values()) if (endings.length > 0) yield id
}
