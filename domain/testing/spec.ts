// Given these events, when this command comes, then these events are recorded (or it is refused).
import { expect } from 'vitest'
import type { Aggregate } from '../aggregate.ts'
import type { Refusal } from '../decision.ts'
import type { CommandMeta } from '../meta.ts'
import type { RefusalCode } from '../refusals.ts'
import { refusalTexts } from '../refusals.ts'
import { metaOf } from './samples.ts'

type Shape = { type: string; schema: number; data: unknown }

/** An event with metadata of its own: by whom, when. */
export type PastEvent<Event> = Event | { readonly event: Event; readonly meta: Partial<CommandMeta> }

const hasMeta = <Event extends Shape>(past: PastEvent<Event>): past is { event: Event; meta: Partial<CommandMeta> } =>
  'event' in past

/** Specifications of the aggregate with this id. */
export function specOf<State, Command, Event extends Shape>(
  aggregate: Pick<Aggregate<State, Command, Event>, 'initial' | 'evolve' | 'decide'>,
  id: string,
) {
  const fold = (past: readonly PastEvent<Event>[]): State => {
    const state = aggregate.initial(id)
    for (const [version, one] of past.entries()) {
      const event = (hasMeta(one) ? one.event : one) as Event
      const meta = metaOf({ command: commandOf(version), ...(hasMeta(one) ? one.meta : {}) })
      aggregate.evolve(state, { ...event, version, meta })
    }
    return state
  }
  return {
    given(past: readonly PastEvent<Event>[]) {
      const state = fold(past)
      return {
        state,
        when(command: Command, meta: Partial<CommandMeta> = {}) {
          const full = metaOf(meta)
          const decision = aggregate.decide(command, full, state)
          return {
            decision,
            /** Expects these events, and that deciding again on the state after them adds nothing. */
            // biome-ignore lint/suspicious/noThenProperty: a spec reads given, when, then; nobody awaits it
            then(events: readonly Event[]): void {
              expect(decision).toEqual({ accepted: true, events })
              const after = fold([...past, ...events.map((event) => ({ event, meta }))])
              expect(aggregate.decide(command, full, after)).toEqual({ accepted: true, events: [] })
            },
            /** Expects these events, for a command that would add more if it were decided again. */
            thenOnce(events: readonly Event[]): void {
              expect(decision).toEqual({ accepted: true, events })
            },
            thenNothing(): void {
              expect(decision).toEqual({ accepted: true, events: [] })
            },
            thenRefused(code: RefusalCode, detail?: unknown): void {
              const refusal: Refusal = {
                code,
                error: refusalTexts[code],
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
