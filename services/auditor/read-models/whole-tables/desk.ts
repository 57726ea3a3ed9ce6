// The settings of the book with their history, and the stops of betting.
import { NULL, text, time } from '../../postgres/table-lines.ts'
import type { WholeTable } from '../read-model.ts'
import { byKey, wholeModel } from './whole-model.ts'

const deskSetting: WholeTable = {
  spec: { table: 'desk_setting', columns: ['setting', 'number', 'before', 'after', 'at', 'actor', 'reason'] },
  keyColumns: 2,
  rows: ({ desk }) =>
    byKey(
      new Map(desk.changes.map((change) => [`${change.setting} ${change.number}`, change])),
      ({ setting, number, before, after, at, actor, reason }) =>
        [
          text(setting),
          number,
          before === null ? NULL : text(String(before)),
          text(String(after)),
          time(at),
          actor,
          reason ?? NULL,
        ].join('\t'),
    ),
}

const bettingStop: WholeTable = {
  spec: { table: 'betting_stop', columns: ['fixture_id', 'market', 'number', 'since', 'actor', 'reason'] },
  keyColumns: 2,
  rows({ desk: { last } }) {
    return {
      rowOf(key) {
        const stop = last.stops.get(key)
        if (stop === undefined) return null
        const [fixture = '', market = ''] = key.split(' ')
        const { number, at, actor, reason } = stop
        return [fixture, text(market), number, time(at), actor, reason ?? NULL].join('\t')
      },
      keys: () => last.stops.keys(),
    }
  },
}
export const deskModel = wholeModel('desk', [deskSetting, bettingStop])
