// A stage in memory: the real deciders and folds, with every event checked against its schema and the ledger's
// invariants.
import { fixtureOutcome } from '#domain/fixture/state.ts'
import { World } from '#domain/testing/world.ts'
import { BETTOR, metaOf, SETTLER } from './commands.ts'
import type { Stage } from './replay.ts'

export function inMemory(): Stage {
  const world = new World()
  const { state } = world.account(BETTOR)
  const accepted = (decision: { accepted: true } | { accepted: false; refusal: { code: string } }, what: string) => {
    if (!decision.accepted) throw new Error(`${what}: ${decision.refusal.code}`)
  }
  return {
    async onAccount(id, command, meta) {
      accepted(world.onAccount(id, command, meta), command.type)
    },
    async onFixture(id, command, meta) {
      accepted(world.onFixture(id, command, meta), command.type)
    },
    async settle(_fixtures, day) {
      for (const [bet, { legs }] of [...state.bets]) {
        const outcomes = legs
          .map(({ fixture }) => fixtureOutcome(world.fixture(fixture).state))
          .filter((one) => one !== null)
        if (outcomes.length === 0) continue
        const known = outcomes.map(({ fixture, version }) => `${fixture}@${version}`).join(' ')
        const meta = metaOf(SETTLER, day, 'night', `settle ${bet} ${known}`)
        const decision = world.onAccount(BETTOR, { type: 'SettleBet', bet, outcomes }, meta)
        if (!decision.accepted && decision.refusal.code === 'bet_undecided') continue
        accepted(decision, 'SettleBet')
      }
    },
    walletCents: async () => state.walletCents,
    open: async () => state.bets.size,
  }
}
