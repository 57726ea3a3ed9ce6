import { useMutation } from '@tanstack/react-query'
import { Download } from 'lucide-react'
import { Button } from '#ui/components/ui/button.tsx'
import { downloadCsv } from '#ui/lib/files/csv.ts'
import { errorText } from '#ui/lib/http/api-error.ts'
import { settings } from '#ui/lib/messages/settings.ts'
import { notify } from '#ui/lib/toasts.ts'
import { wholeStatement } from '../../api/statement.ts'
import { statementCsv } from '../../model/statement.ts'
import type { StatementChoice } from '../../model/statement-choice.ts'

/** Saves all lines of the choice as a file, not only those on screen. */
export function CsvButton({ choice }: { choice: StatementChoice }) {
  const exporting = useMutation({
    mutationFn: async () => downloadCsv('fairbook-statement.csv', statementCsv(await wholeStatement(choice))),
    onSuccess: () => notify(settings.statementExported, 'success'),
    onError: (error) => notify(errorText(error), 'error'),
  })
  return (
    <Button size="sm" className="h-9" busy={exporting.isPending} onClick={() => exporting.mutate()}>
      {!exporting.isPending && <Download aria-hidden="true" className="size-4" />}
      CSV
    </Button>
  )
}
