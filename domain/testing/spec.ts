// given these events, when this is asked, then these events are recorded (or it is refused).
import { expect } from 'vitest'
import type { CommandMeta, Decision, Refusal, RefusalCode } from '../commands.ts'
import { refusals } from '../refusals.ts'
import { metaOf } from './samples.ts'

type Shape = { type: string; schema: number; data: unknown }
type Recorded<Event> = Event & { readonly meta: CommandMeta; readonly version: number }

/** An event with metadata of its own: by whom, when. */
export type Told<Event> = Event | { readonly event: Event; readonly meta: Partial<CommandMeta> }

type Decider<State, Command, Event> = {
  initial(): State
  evolve(state: State, event: Recorded<Event>): void
  decide(command: Command, meta: CommandMeta, state: State): Decision<Event>
}

const isTold = <Event extends Shape>(told: Told<Event>): told is { event: Event; meta: Partial<CommandMeta> } =>
  'event' in told

export function specOf<State, Command, Event extends Shape>(decider: Decider<State, Command, Event>) {
  const fold = (past: readonly Told<Event>[]): State => {
    const state = decider.initial()
    for (const [version, told] of past.entries()) {
      const event = (isTold(told) ? told.event : told) as Event
      const meta = metaOf({ command: commandOf(version), ...(isTold(told) ? told.meta : {}) })
      decider.evolve(state, { ...event, version, meta })
    }
    return state
  }
  return {
    given(past: readonly Told<Event>[]) {
      const state = fold(past)
      return {
        state,
        when(command: Command, meta: Partial<CommandMeta> = {}) {
          const full = metaOf(meta)
          const decision = decider.decide(command, full, state)
          return {
            decision,
            /** These events, and deciding again on what they leave adds nothing. */
            // biome-ignore lint/suspicious/noThenProperty: a spec reads given, when, then; nobody awaits it
            then(events: readonly Event[]): void {
              expect(decision).toEqual({ accepted: true, events })
              const after = fold([...past, ...events.map((event) => ({ event, meta }))])
              expect(decider.decide(command, full, after)).toEqual({ accepted: true, events: [] })
            },
            /** These events, where asking again is asking for something else. */
            thenOnce(events: readonly Event[]): void {
              expect(decision).toEqual({ accepted: true, events })
            },
            thenNothing(): void {
              expect(decision).toEqual({ accepted: true, events: [] })
            },
            thenRefused(code: RefusalCode, detail?: unknown): void {
              const refusal: Refusal = {
                code,
                error: refusals[code].error,
                ...(detail === undefined ? {} : { detail }),
              }
              expect(decision).toEqual({ accepted: false, refusal })
            },
          }
        },
      }
    },
  }
}

const commandOf = (version: number): CommandMeta['command'] => ({
  id: `c${version.toString(16).padStart(31, '0')}`,
  hash: `d${version.toString(16).padStart(63, '0')}`,
})
