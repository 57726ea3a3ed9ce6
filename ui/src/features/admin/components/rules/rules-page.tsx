import { useQuery } from '@tanstack/react-query'
import { ErrorNotice } from '#ui/components/query-state.tsx'
import { errorText } from '#ui/lib/http/api-error.ts'
import { rules } from '#ui/lib/messages/desk/rules.ts'
import { formatDayTime } from '#ui/lib/time/format.ts'
import { rulesQuery, type Setting, type SettingChange } from '../../api/rules.ts'
import { settingName, shownValue } from '../../model/rules/setting-values.ts'
import { DeskPage } from '../desk/desk-page.tsx'
import { BeforeAfter } from '../desk/money-changes.tsx'
import { TrailLink } from '../desk/sentence.tsx'
import { ownError } from '../desk/server-lost.ts'
import type { Column } from '../desk/table/column.ts'
import { DeskTable } from '../desk/table/desk-table.tsx'
import { useNews } from '../desk/table/use-news.ts'
import { SettingRows } from './setting-rows.tsx'
import { StopSwitches } from './stop-switches.tsx'

/**
 * The stops, the settings of the book, and the history of their changes. If they cannot be loaded, an error with a
 * retry; betting can still be stopped.
 */
export function RulesPage() {
  const query = useQuery(rulesQuery())
  const { settings, changes, stops, mayChangeSettings = false } = query.data ?? {}
  const isFresh = useNews(changes, keyOf)
  const error = ownError(query.error)
  const isUnknown = query.isLoadingError && error !== null
  return (
    <DeskPage section="settings">
      {error !== null && (
        <ErrorNotice
          message={errorText(error, rules.loadFailed)}
          busy={query.isFetching}
          onRetry={() => query.refetch()}
        />
      )}
      <StopSwitches stops={stops} isUnknown={query.isLoadingError} />
      {!isUnknown && (
        <>
          <SettingRows settings={settings} mayChange={mayChangeSettings} />
          <DeskTable
            label={rules.changes}
            columns={columnsOf(settings ?? [])}
            rows={changes}
            rowKey={keyOf}
            isFresh={isFresh}
            query={{ ...query, error: null }}
            empty={{ text: rules.noChanges }}
            top={<h2 className="border-border border-b px-4 py-3 text-section">{rules.changes}</h2>}
          />
        </>
      )}
    </DeskPage>
  )
}

const keyOf = ({ setting, number }: SettingChange) => `${setting} ${number}`

function columnsOf(settings: readonly Setting[]): readonly Column<SettingChange>[] {
  const unitOf = new Map(settings.map(({ setting, unit }) => [setting as string, unit]))
  const { columns } = rules
  return [
    { key: 'number', title: columns.number, isFigure: true, cell: ({ number }) => <TrailLink number={number} /> },
    { key: 'at', title: columns.at, cell: ({ at }) => formatDayTime(at) },
    { key: 'setting', title: columns.setting, cell: ({ setting }) => settingName(setting) },
    {
      key: 'change',
      title: columns.change,
      isFigure: true,
      cell: ({ setting, before, after }) => (
        <BeforeAfter
          before={before === null ? rules.none : shownValue(unitOf.get(setting), before)}
          after={shownValue(unitOf.get(setting), after)}
        />
      ),
    },
    { key: 'by', title: columns.by, isNamed: true, cell: ({ by }) => by ?? rules.environment },
    { key: 'reason', title: columns.reason, isWide: true, cell: ({ reason }) => reason },
  ]
}
