// For tests: workers with nothing to do.
import type { Work } from '../schedule.ts'

const nothing = async () => undefined

export const idleWork: Work = {
  poll: nothing,
  settleFixture: nothing,
  decidedFixtures: async () => [],
  resettlement: { settleFixture: nothing, decidedFixtures: async () => [], superseded: async () => [] },
  finishRegistrations: nothing,
  finishPasswordChanges: nothing,
  finishSignIns: nothing,
  finishEmailChanges: nothing,
  finishRequests: nothing,
  finishTransfers: nothing,
  closeAccounts: nothing,
  eraseAgain: nothing,
  payDraws: nothing,
  abandonOverdue: nothing,
  prune: nothing,
}
