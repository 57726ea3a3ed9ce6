// The state of the desk and its fold. Settings and stops are replaced by each event, never changed: a bet that is being
// decided may hold them.
import type { Recorded } from '../aggregate.ts'
import { type CommandMemory, emptyCommandMemory, rememberCommand } from '../command-memory.ts'
import type { DeskEvent } from './events.ts'
import type { SettingValue } from './settings.ts'
import { NO_STOPS, type Stops, scopeKey } from './stops.ts'

export type RecordedDeskEvent = Recorded<DeskEvent>

export type DeskState = CommandMemory & {
  settings: ReadonlyMap<string, SettingValue>
  stops: Stops
}

export const initialDesk = (): DeskState => ({ settings: new Map(), stops: NO_STOPS, ...emptyCommandMemory() })

/** Rough size of the state in bytes. */
export const deskBytes = (state: DeskState): number => 2_000 + 100 * state.stops.size + 300 * state.commands.size

/** Folds one event of the desk's stream. Throws on a type that it does not know. */
export function evolveDesk(state: DeskState, event: RecordedDeskEvent): void {
  switch (event.type) {
    case 'SettingsSet': {
      const set = event.data.settings.map(({ setting, after }) => [setting, after] as const)
      state.settings = new Map([...state.settings, ...set])
      break
    }
    case 'BettingStopped':
      state.stops = new Set([...state.stops, scopeKey(event.data)])
      break
    case 'BettingResumed':
      state.stops = new Set([...state.stops].filter((key) => key !== scopeKey(event.data)))
      break
    default:
      throw new Error(`unknown event on the desk: ${JSON.stringify(event satisfies never)}`)
  }
  rememberCommand(state, event, 0)
}
