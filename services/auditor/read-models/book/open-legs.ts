// What the liability follows from: the legs of open bets, and the decisions on their fixtures.
import { text } from '../../postgres/table-lines.ts'
import type { State } from '../../replay/state.ts'
import type { WholeTable } from '../read-model.ts'

export const bookLeg: WholeTable = {
  spec: { table: 'book_leg', columns: ['fixture_id', 'bet_id', 'leg'] },
  keyColumns: 3,
  rows: ({ openBets }) => ({
    rowOf(key) {
      const [fixture, bet = '', leg] = key.split(' ')
      return openBets.peek(bet)?.legs[Number(leg)]?.fixture === fixture ? `${fixture}\t${bet}\t${leg}` : null
    },
    keys: () => legsOf(openBets),
    accountOf: (key) => openBets.peek(key.split(' ')[1] ?? '')?.bettor ?? null,
  }),
}

function* legsOf(openBets: State['openBets']): Generator<string> {
  for (const { owner, legs } of openBets.values()) {
    for (const [leg, { fixture }] of legs.entries()) yield `${fixture} ${owner} ${leg}`
  }
}

export const bookDecision: WholeTable = {
  spec: { table: 'book_decision', columns: ['fixture_id', 'version', 'type', 'data'], json: ['data'] },
  keyColumns: 2,
  rows: ({ fixtures }) => ({
    rowOf(key) {
      const [id = '', version] = key.split(' ')
      const decision = fixtures.peek(id)?.decided.find((one) => one.version === Number(version))
      return decision === undefined
        ? null
        : [id, version, decision.type, text(JSON.stringify(decision.data))].join('\t')
    },
    *keys() {
      for (const { id, decided } of fixtures.values()) for (const { version } of decided) yield `${id} ${version}`
    },
  }),
}
