import { useMutation } from '@tanstack/react-query'
import { Download } from 'lucide-react'
import type { User } from '#services/contract/contract.ts'
import { FormError } from '#ui/components/form-error.tsx'
import { Button } from '#ui/components/ui/button.tsx'
import { download } from '#ui/lib/files/download.ts'
import { errorText } from '#ui/lib/http/api-error.ts'
import { settings } from '#ui/lib/messages/settings.ts'
import { businessNow } from '#ui/lib/time/business-clock.ts'
import { notify } from '#ui/lib/toasts.ts'
import { readOwnData } from '../../api/export.ts'
import { SettingCard } from './setting-row.tsx'

const WITHIN_MS = 120_000

/** Exports everything about the user as one file. */
export function ExportSetting({ user }: { user: User }) {
  const exporting = useMutation({
    mutationFn: async () => {
      const now = new Date(businessNow()).toISOString()
      const data = await readOwnData(now, AbortSignal.timeout(WITHIN_MS))
      const file = new Blob([JSON.stringify(data, null, 2)], { type: 'application/json' })
      download(`fairbook-${user.username}-${now.slice(0, 10)}.json`, file)
    },
    onSuccess: () => notify(settings.exported, 'success'),
  })
  return (
    <SettingCard id="export-heading" title={settings.exportTitle} hint={settings.exportHint}>
      <Button busy={exporting.isPending} busyLabel={settings.exporting} onClick={() => exporting.mutate()}>
        <Download aria-hidden="true" className="size-4" />
        {settings.exportData}
      </Button>
      {exporting.error && (
        <div className="mt-3">
          <FormError text={errorText(exporting.error, settings.exportFailed)} />
        </div>
      )}
    </SettingCard>
  )
}
