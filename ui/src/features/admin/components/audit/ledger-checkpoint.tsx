import { useQuery } from '@tanstack/react-query'
import { auditTexts as texts } from '#ui/lib/messages/desk/audit.ts'
import { checkpointQuery } from '../../api/audit.ts'
import { numberText } from '../desk/sentence.tsx'
import { CopyButton } from './copy-button.tsx'

/**
 * The newest event of the trail in the words of `ledger verify`, to compare with its report. Nothing until it has
 * loaded.
 */
export function LedgerCheckpoint() {
  const { data } = useQuery(checkpointQuery())
  if (data === undefined) return null
  const place = texts.checkpoint(data.number, data.position, data.hash)
  return (
    <section aria-label={texts.checkpointTitle} className="flex flex-wrap items-center gap-x-3 text-muted text-second">
      <p className="min-w-0 flex-1 basis-72">
        <span className="block">{texts.sealed(numberText(data.number))}</span>
        <span className="font-mono text-label [overflow-wrap:anywhere]">{place}</span>
        <span className="block">{texts.checkpointHint(data.log)}</span>
      </p>
      <CopyButton text={place} label={texts.copyCheckpoint} />
    </section>
  )
}
