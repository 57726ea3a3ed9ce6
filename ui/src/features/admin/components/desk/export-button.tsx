import { useMutation } from '@tanstack/react-query'
import { Download } from 'lucide-react'
import { Button } from '#ui/components/ui/button.tsx'
import { requestFile } from '#ui/lib/http/request-file.ts'
import { desk } from '#ui/lib/messages/admin-desk.ts'
import { Feedback, useFeedback } from './feedback.tsx'

type ExportButtonProps = {
  /** The path of the api, with the filters that the list shows: '/api/admin/bets?status=lost&format=csv'. */
  path: string
  /** The name of the file: 'bets.csv'. */
  name: string
  format?: string
}

/** Saves a list as a file, with all of its pages. */
export function ExportButton({ path, name, format = 'CSV' }: ExportButtonProps) {
  const feedback = useFeedback()
  const saving = useMutation({
    mutationFn: () => requestFile(path, name),
    onError: (error) => feedback.fail(error, desk.exportFailed),
  })
  return (
    <>
      <Feedback text={feedback.text} />
      {/* The browser shows the download, but does not announce it. */}
      <p role="status" className="sr-only">
        {saving.isSuccess && desk.exported(name)}
      </p>
      <Button size="sm" busy={saving.isPending} busyLabel={desk.exporting} onClick={() => saving.mutate()}>
        <Download aria-hidden="true" className="size-3.5" />
        <span className="sr-only">{desk.exportAs('')}</span>
        {format}
      </Button>
    </>
  )
}
