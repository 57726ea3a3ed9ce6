// For tests: workers with nothing to do.
import type { Work } from '../schedule.ts'

const nothing = async () => undefined

export const idleWork: Work = {
  poll: nothing,
  settleFixture: nothing,
  decidedFixtures: async () => [],
  resettlement: { settleFixture: nothing, decidedFixtures: async () => [], superseded: async () => [] },
  accountChores: [],
  abandonOverdue: nothing,
  prunes: [],
}
