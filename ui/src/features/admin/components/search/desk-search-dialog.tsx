import { useNavigate } from '@tanstack/react-router'
import { FindDialog } from '#ui/components/search/find-dialog.tsx'
import { errorText } from '#ui/lib/http/api-error.ts'
import { deskSearch } from '#ui/lib/messages/desk/search.ts'
import type { DeskHit } from '../../model/desk-hits.ts'
import { useDeskFindings } from '../../model/use-desk-findings.ts'
import { DeskHitRow } from './desk-hit-row.tsx'

const texts = { ...deskSearch, failed: (error: unknown) => errorText(error, deskSearch.failed) }

type DeskSearchDialogProps = { open: boolean; onOpenChange: (open: boolean) => void }

/** Finds users, bets, events and ledger numbers while one types. */
export default function DeskSearchDialog(props: DeskSearchDialogProps) {
  const navigate = useNavigate()
  return (
    <FindDialog
      {...props}
      useFindings={useDeskFindings}
      Option={DeskHitRow}
      texts={texts}
      maxLength={64}
      isDense
      onGo={(hit: DeskHit) => void navigate(hit.link)}
    />
  )
}
