// The part of the state that is in no map of its own and no object that writes itself. It is written in one piece, so
// that an object that two members share stays one object.
import type { Part } from '../spill/kept-file.ts'
import { DeskHistory } from './desk-history.ts'
import { FloatHistory } from './float-history.ts'
import type { State } from './state.ts'

/** Members that write themselves, or do not outlive an audit: deferred checks and what the other thread tells. */
type Apart =
  | ('spill' | 'book' | 'streams' | 'accounts' | 'fixtures' | 'providerIds' | 'transfers' | 'signedIn' | 'notes')
  | ('reasons' | 'endedRequests' | 'viewed' | 'openBets' | 'settledBets' | 'published' | 'openOn' | 'goodwill')
  | ('betsOn' | 'corrected' | 'deferredChecks' | 'sealsTold')

/** A new member of the state has to be added here or to `Apart`: the type says so. */
type Rest = Omit<State, Apart> & { readonly subjects: { readonly accounts: number; readonly fixtures: number } }

export const restOf = (state: State): Part<Rest> => ({
  write: () => writeRest(state),
  read: (rest) => readRest(state, rest),
})

function writeRest(state: State): Rest {
  const { bettors, haveBet, erasures, asked, counted, countedOn, openStakesCents, betsPlaced, betsSettled } = state
  const { profitCents, offer, desk, keyChanges, draws, waitingDraws, drawnOn, floatsAreDrawn, floats } = state
  const { goodwillOf, restores, head, accounts, fixtures, deskHasActed } = state
  return {
    ...{ bettors, haveBet, erasures, asked, counted, countedOn, openStakesCents, betsPlaced, betsSettled },
    ...{ profitCents, offer, desk, keyChanges, draws, waitingDraws, drawnOn, floatsAreDrawn, floats },
    ...{ goodwillOf, restores, head, deskHasActed, subjects: { accounts: accounts.size, fixtures: fixtures.size } },
  }
}

/** `state`: a new one. */
function readRest(state: State, { subjects, desk, floats, ...rest }: Rest): void {
  state.accounts.size = subjects.accounts
  state.fixtures.size = subjects.fixtures
  Object.assign(state, rest, {
    desk: Object.assign(new DeskHistory(), desk),
    floats: new Map([...floats].map(([id, days]) => [id, Object.assign(new FloatHistory(days.openedOn), days)])),
  })
}
