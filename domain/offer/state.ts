// The state of the offer and its fold.
import type { Recorded } from '../aggregate.ts'
import { type CommandMemory, emptyCommandMemory, rememberCommand } from '../command-memory.ts'
import type { OfferEvent } from './events.ts'

export type RecordedOfferEvent = Recorded<OfferEvent>

export type OfferState = CommandMemory & {
  readonly blacklisted: Set<string>
  /** Null: never saved. */
  gamesOfTheDay: readonly string[] | null
  /** Id of the command that saved it. */
  gamesSavedBy: string | null
  /** Business time. */
  gamesSavedAt: string | null
}

export const initialOffer = (): OfferState => ({
  blacklisted: new Set(),
  gamesOfTheDay: null,
  gamesSavedBy: null,
  gamesSavedAt: null,
  ...emptyCommandMemory(),
})

/** Rough size of the state in bytes. */
export const offerBytes = (state: OfferState): number => 20_000 + 300 * state.commands.size

/** Folds one event of the offer's stream. Throws on a type that it does not know. */
export function evolveOffer(state: OfferState, event: RecordedOfferEvent): void {
  switch (event.type) {
    case 'LeagueBlacklisted':
      state.blacklisted.add(event.data.league)
      break
    case 'LeagueUnblacklisted':
      state.blacklisted.delete(event.data.league)
      break
    case 'GamesOfTheDaySaved':
      state.gamesOfTheDay = event.data.fixtures
      state.gamesSavedBy = event.meta.command.id
      state.gamesSavedAt = event.meta.at
      break
    default:
      throw new Error(`unknown event on the offer: ${JSON.stringify(event satisfies never)}`)
  }
  rememberCommand(state, event, 0)
}
