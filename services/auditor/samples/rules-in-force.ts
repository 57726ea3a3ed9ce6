// The rules that an event was decided by, as the log had them then.
import type { Replayed } from '../replay/replay.ts'
import type { State } from '../replay/state.ts'

/**
 * `rules`: hash of the event on the desk's stream that made them: the one that the event names, otherwise the last one
 * before it; null if there is none. `settlementRule`: the version of the settlement rules that a settlement names.
 */
export type RulesInForce = {
  readonly number: number
  readonly event: string
  readonly rules: string | null
  readonly settlementRule?: number
  readonly settings: Readonly<Record<string, number | string>>
}

export function rulesInForce({ row, body }: Pick<Replayed, 'row' | 'body'>, { desk }: State): RulesInForce {
  const named = body?.meta.configuration
  const settlement =
    body?.type === 'BetResettled' ? body.data.settlement : body?.type === 'BetSettled' ? body.data : null
  const { hash, settings } = desk.rules.findLast((rules) => rules.hash === named) ?? desk.last
  return {
    number: row.number,
    event: `${row.stream}@${row.version}`,
    rules: hash,
    ...(settlement != null && { settlementRule: settlement.rule }),
    settings: Object.fromEntries(settings),
  }
}
