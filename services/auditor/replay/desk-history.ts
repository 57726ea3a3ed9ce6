// What the desk ruled, as each event of the log changed it.
import type { StopScope } from '../events/payloads.ts'

type Value = number | string
export type By = {
  readonly number: number
  readonly at: string
  readonly actor: string
  readonly reason: string | null
}

/** The rules after one event of the desk's stream. Events that were decided by them name them by that event's hash. */
export type DeskRules = {
  readonly hash: string | null
  readonly recordedAt: string
  readonly settings: ReadonlyMap<string, Value>
  /** By `stopKey`: fixture and market, each '' for all. */
  readonly stops: ReadonlyMap<string, By>
}

/** `rules`: oldest first. `changes`: every value that a setting has had. */
export class DeskHistory {
  readonly rules: DeskRules[] = []
  readonly changes: (By & { readonly setting: string; readonly before: Value | null; readonly after: Value })[] = []

  get last(): DeskRules {
    return this.rules.at(-1) ?? { hash: null, recordedAt: '', settings: new Map(), stops: new Map() }
  }
}

/** An alternate line belongs to the market of its main line. */
export const stopKey = ({ fixture = '', market = '' }: StopScope): string =>
  `${fixture} ${market.startsWith('alternate_') ? market.slice('alternate_'.length) : market}`

/** Goodwill on its way from an admin's promise to the bettor. */
export type PromisedGoodwill = { readonly by: string; readonly to: string; readonly cents: number }
