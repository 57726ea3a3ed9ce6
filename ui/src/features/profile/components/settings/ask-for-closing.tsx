import { useQuery } from '@tanstack/react-query'
import { Suspense, useEffect, useRef, useState } from 'react'
import { FormError } from '#ui/components/form-error.tsx'
import { lazyPart } from '#ui/components/lazy-part.ts'
import { Button } from '#ui/components/ui/button.tsx'
import { ownRequestsQuery, useFileRequest } from '#ui/data/requests.ts'
import { errorText } from '#ui/lib/http/api-error.ts'
import { requests } from '#ui/lib/messages/requests.ts'
import { formatDayTime } from '#ui/lib/time/format.ts'
import { notify } from '#ui/lib/toasts.ts'
import { SettingCard } from './setting-row.tsx'

const ConfirmDialog = lazyPart(() => import('#ui/components/ui/dialog.tsx').then((m) => ({ default: m.ConfirmDialog })))

/**
 * For admins: asks another admin to close the account. The button is off until it is known whether that was asked
 * already.
 */
export function AskForClosing({ userId }: { userId: string }) {
  const { data } = useQuery(ownRequestsQuery(userId))
  const [isAsking, setIsAsking] = useState(false)
  const filing = useFileRequest()
  const card = useRef<HTMLElement>(null)
  const open = data?.requests.find(({ kind, state }) => kind === 'closing' && state === 'open')
  const isFiled = filing.isSuccess
  useEffect(() => {
    if (isFiled) card.current?.focus()
  }, [isFiled])
  return (
    <SettingCard ref={card} id="closing-heading" title={requests.closing} hint={requests.closingHint}>
      {open === undefined ? (
        <Button variant="danger" disabled={data === undefined} onClick={() => setIsAsking(true)}>
          {requests.askClosing}
        </Button>
      ) : (
        <p className="text-body">{requests.closingOpen(formatDayTime(open.requestedAt))}</p>
      )}
      {isAsking && (
        <Suspense fallback={null}>
          <ConfirmDialog
            open
            onOpenChange={setIsAsking}
            title={requests.closingTitle}
            description={`${requests.closingHint} ${requests.closingText}`}
            confirmLabel={requests.askClosing}
            busyLabel={requests.sending}
            busy={filing.isPending}
            isDangerous
            onConfirm={() =>
              filing.mutate(
                { kind: 'closing' },
                { onSuccess: () => notify(requests.sent, 'success'), onSettled: () => setIsAsking(false) },
              )
            }
          />
        </Suspense>
      )}
      {filing.error && (
        <div className="mt-3">
          <FormError text={errorText(filing.error, requests.sendFailed)} />
        </div>
      )}
    </SettingCard>
  )
}
