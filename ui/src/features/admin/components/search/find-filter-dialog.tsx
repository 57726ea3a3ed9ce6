import { FindDialog } from '#ui/components/search/find-dialog.tsx'
import { errorText } from '#ui/lib/http/api-error.ts'
import { deskSearch, findTexts } from '#ui/lib/messages/desk/search.ts'
import type { DeskHit } from '../../model/desk-hits.ts'
import { useDeskFindings } from '../../model/use-desk-findings.ts'
import { DeskHitRow } from './desk-hit-row.tsx'

export type Findable = 'bets' | 'events'

const useFound = (kind: Findable, text: string) => {
  const { groups, ...state } = useDeskFindings(text)
  return { ...state, groups: groups.filter((group) => group.kind === kind) }
}
const useBets = (text: string) => useFound('bets', text)
const useEvents = (text: string) => useFound('events', text)

type FindFilterDialogProps = {
  kind: Findable
  open: boolean
  onOpenChange: (open: boolean) => void
  onChoose: (id: string) => void
}

/** Finds a bet or an event for a filter. */
export default function FindFilterDialog({ kind, onChoose, ...dialog }: FindFilterDialogProps) {
  return (
    <FindDialog
      {...dialog}
      useFindings={kind === 'bets' ? useBets : useEvents}
      Option={DeskHitRow}
      texts={{ ...deskSearch, ...findTexts[kind], failed: (error) => errorText(error, deskSearch.failed) }}
      maxLength={64}
      isDense
      onGo={({ subject }: DeskHit) => onChoose(subject)}
    />
  )
}
