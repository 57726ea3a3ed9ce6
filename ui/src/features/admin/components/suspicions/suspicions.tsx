import { useQuery } from '@tanstack/react-query'
import { Link } from '@tanstack/react-router'
import type { Suspicion, Suspicions } from '#services/contract/contract.ts'
import { buttonStyle } from '#ui/components/ui/button.tsx'
import { Tabs } from '#ui/components/ui/tabs.tsx'
import { suspicions as texts } from '#ui/lib/messages/access/suspicions.ts'
import { suspicionsQuery } from '../../api/suspicions.ts'
import { suspicionsSearch } from '../../model/section-searches.ts'
import { useDeskSearch } from '../../model/use-desk-search.ts'
import { DeskPage } from '../desk/desk-page.tsx'
import { DeskTable } from '../desk/table/desk-table.tsx'
import { suspicionColumns } from './suspicion-columns.tsx'

type Kind = Suspicion['kind']

const KINDS = Object.keys(texts.kinds) as Kind[]

/**
 * The suspicions, one kind at a time; the server searches the book page by page. For loading, empty and errors see
 * `DeskTable`.
 */
export function SuspicionsPage() {
  const { search, onSearch } = useDeskSearch(suspicionsSearch)
  const kind = search.kind ?? 'timing'
  const query = useQuery(suspicionsQuery({ kind, ...(search.key !== undefined && { before: search.key }) }))
  const next = query.data?.next ?? null
  return (
    <DeskPage section="suspicions">
      <Tabs<Kind>
        label={texts.kindsLabel}
        variant="segment"
        value={kind}
        onValueChange={(one) => onSearch(one === 'timing' ? {} : { kind: one })}
        items={KINDS.map((value) => ({ value, label: texts.kinds[value], panel: null }))}
      />
      <DeskTable
        label={texts.kinds[kind]}
        columns={suspicionColumns(kind)}
        rows={query.data?.suspicions}
        rowKey={({ id }) => id}
        query={query}
        failed={texts.failed}
        empty={
          next !== null
            ? { text: texts.noneInPage }
            : {
                text: texts.none,
                hint: texts.noneHint,
                action: (
                  <Link to="/admin/bets" className={buttonStyle()}>
                    {texts.toBets}
                  </Link>
                ),
              }
        }
        keys={{ newer: null, older: next, onKey: (key) => onSearch({ ...search, key }) }}
        {...(query.data && { top: <Rule kind={kind} thresholds={query.data.thresholds} /> })}
      />
    </DeskPage>
  )
}

function Rule({ kind, thresholds }: { kind: Kind; thresholds: Suspicions['thresholds'] }) {
  const { accounts, seconds, oddsFall, stakeFactor } = thresholds
  const text = {
    timing: texts.rules.timing(seconds, oddsFall),
    stake: texts.rules.stake(stakeFactor),
    address: texts.rules.address(accounts),
  }[kind]
  return <p className="border-border border-b px-4 py-3 text-muted text-second">{text}</p>
}
