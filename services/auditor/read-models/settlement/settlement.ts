// The read model that bets are settled by, compared with the events.
import type { LegSettled } from '../../events/payloads.ts'
import type { OpenBet, SettledBet as RememberedBet } from '../../replay/entities.ts'
import type { Replayed } from '../../replay/replay.ts'
import type { State } from '../../replay/state.ts'
import type { SpillMap } from '../../spill/spill-map.ts'
import { ACCOUNT } from '../bet-cells.ts'
import { compareWhole, type ReadModel } from '../read-model.ts'
import { fixtureBets, settlementTotals } from './bet-counts.ts'
import { decidedFixture } from './decided-fixtures.ts'
import { compareOpenLegs, openLeg } from './open-legs.ts'
import { type SettledBet, SettledRows, settledBet, settledLeg, supersededBet } from './settled-rows.ts'

const FIXTURE = 'fixture-'

export const settlementModel: ReadModel = {
  projection: 'settlement',
  tables: [
    settlementTotals.spec,
    openLeg,
    fixtureBets(new Map()).spec,
    decidedFixture.spec,
    settledBet,
    settledLeg,
    supersededBet,
  ],
  async begin({ snapshot, findings, state: { settledBets }, spill, from }) {
    const settled = await SettledRows.begin(snapshot, findings, spill)
    const betOn = spill.map<number>('fixtures of bets')
    let others = 0
    return {
      async ready() {
        if (from > 0) await expectEarlier(settled, settledBets)
      },
      event: (replayed) => foldEvent(replayed, settled, betOn, settledBets),
      async finish(state) {
        await settled.finish()
        others = await compareWhole([settlementTotals, fixtureBets(betOn), decidedFixture], snapshot, state, findings)
        others += await compareOpenLegs(snapshot, state, findings)
      },
      rows: () => settled.rows + others,
    }
  },
}

/** Expects the rows of bets that an earlier audit saw settled. */
async function expectEarlier(settled: SettledRows, bets: State['settledBets']): Promise<void> {
  for (const bet of bets.values()) await settled.expect(rememberedBetOf(bet))
  for (const superseded of settled.superseded()) {
    if (bets.get(superseded.bet) === undefined) await settled.expect(superseded)
  }
}

/** `bets`: as they are after the event. */
function foldEvent(
  { body, bet }: Replayed,
  settled: SettledRows,
  betOn: SpillMap<number>,
  bets: State['settledBets'],
): void | Promise<void> {
  if (body === null) return
  switch (body.type) {
    case 'BetPlaced':
      if (bet !== null) for (const { fixture } of bet.legs) betOn.add(fixture, 1)
      return
    case 'BetSettled':
      if (bet !== null) return settled.settled(settledBetOf(body.stream, bet, body.meta.at, body.data.legs))
      return
    case 'BetVoided':
      if (bet !== null) return settled.settled(settledBetOf(body.stream, bet, body.meta.at, []))
      return
    case 'BetResettled': {
      if (!bet?.takenBack) return
      const { settledAt, legs } = bet.takenBack
      return settled.resettled(
        settledBetOf(body.stream, bet, settledAt, legs),
        body.data.settlement && correctable(body.data.settlement.legs),
      )
    }
    case 'ResultRecorded':
    case 'ResultCorrected':
    case 'FixtureAbandoned':
    case 'FixtureVoided': {
      const fixture = body.stream.slice(FIXTURE.length)
      settled.decided(fixture, body.version, body.meta.at, bets.on(fixture).map(rememberedBetOf))
    }
  }
}

const rememberedBetOf = ({ bet, settledAt, legs }: RememberedBet): SettledBet =>
  settledBetOf(`${ACCOUNT}${bet.bettor}`, bet, settledAt, legs)

const settledBetOf = (stream: string, bet: OpenBet, at: string, legs: readonly LegSettled[]): SettledBet => ({
  bet: bet.owner,
  account: stream.slice(ACCOUNT.length),
  at,
  fixtures: bet.legs.map(({ fixture }) => fixture),
  legs: correctable(legs),
})

/** The legs that a corrected result can still change: not those of a voided market. */
const correctable = (legs: readonly LegSettled[]): readonly LegSettled[] =>
  legs.filter(({ voidReason }) => voidReason !== 'market-voided')
