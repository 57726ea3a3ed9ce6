import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query'
import { Suspense, useEffect, useRef, useState } from 'react'
import type { Closing } from '#services/contract/contract.ts'
import { FormError } from '#ui/components/form-error.tsx'
import { lazyPart } from '#ui/components/lazy-part.ts'
import { QueryState } from '#ui/components/query-state.tsx'
import { Button } from '#ui/components/ui/button.tsx'
import { Skeleton } from '#ui/components/ui/skeleton.tsx'
import { cancelClosing, closingQuery, requestClosing } from '#ui/data/closing.ts'
import { useSignOut } from '#ui/layout/use-sign-out.ts'
import { errorText } from '#ui/lib/http/api-error.ts'
import { useIdempotentRequest } from '#ui/lib/http/idempotency-key.ts'
import { closing as texts } from '#ui/lib/messages/access/closing.ts'
import { formatEuros } from '#ui/lib/money.ts'
import { formatDayTime } from '#ui/lib/time/format.ts'
import { notify } from '#ui/lib/toasts.ts'
import { SettingCard } from './setting-row.tsx'

const PasswordForm = lazyPart(() =>
  import('#ui/components/second-factor/factor-form.tsx').then((file) => ({
    default: file.FactorForm<{ closed: boolean }>,
  })),
)

/** What is left in the account; null if nothing is. */
function leftIn({ balance, openBets }: Closing): string | null {
  const parts = [
    ...(balance === '0.00' ? [] : [formatEuros(balance)]),
    ...(openBets === 0 ? [] : [texts.openBets(openBets)]),
  ]
  return parts.length === 0 ? null : parts.join(texts.and)
}

/** What to do about what is left. */
const stepsFor = ({ balance, openBets }: Closing): string =>
  [...(openBets === 0 ? [] : [texts.settleFirst]), ...(balance === '0.00' ? [] : [texts.payOut])].join(' ')

/**
 * Closes the bettor's own account: at once, or as soon as nothing is left in it. For loading and errors see
 * `QueryState`.
 */
export function ClosingSetting({ userId }: { userId: string }) {
  const [isAsking, setIsAsking] = useState(false)
  const card = useRef<HTMLElement>(null)
  const opener = useRef<HTMLButtonElement>(null)
  const wasAsking = useRef(false)
  const client = useQueryClient()
  const query = useQuery(closingQuery(userId))
  const signOut = useSignOut()
  const send = useIdempotentRequest(requestClosing)
  // Back to the button that was pressed, or to the card if it is gone.
  useEffect(() => {
    if (wasAsking.current && !isAsking) (opener.current ?? card.current)?.focus()
    wasAsking.current = isAsking
  }, [isAsking])
  const read = () => client.invalidateQueries({ queryKey: ['account', userId, 'closing'] })
  async function done({ closed }: { closed: boolean }) {
    if (closed) await signOut()
    notify(closed ? texts.closed : texts.waits, 'success')
    if (closed) return
    await read()
    setIsAsking(false)
  }
  return (
    <SettingCard ref={card} id="closing-heading" title={texts.title} hint={texts.hint}>
      <QueryState
        query={query}
        loading={texts.loading}
        skeleton={<Skeleton className="h-11" />}
        errorMessage={(error) => errorText(error, texts.failed)}
      >
        {(closing) =>
          closing.requestedAt !== null ? (
            <Requested closing={closing} requestedAt={closing.requestedAt} onKept={read} />
          ) : isAsking ? (
            <Suspense fallback={<p className="text-muted text-second">{texts.loading}</p>}>
              <PasswordForm
                label={texts.title}
                withPassword
                isDangerous
                submitLabel={texts.close}
                busyLabel={texts.closing}
                onSubmit={({ password }) => send(password)}
                onDone={done}
                onCancel={() => setIsAsking(false)}
              >
                <Consequence closing={closing} />
              </PasswordForm>
            </Suspense>
          ) : (
            <Button ref={opener} variant="danger" onClick={() => setIsAsking(true)}>
              {texts.close}
            </Button>
          )
        }
      </QueryState>
    </SettingCard>
  )
}

function Consequence({ closing }: { closing: Closing }) {
  const left = leftIn(closing)
  return <p className="text-body">{left === null ? texts.atOnce : `${texts.later(left)} ${stepsFor(closing)}`}</p>
}

type RequestedProps = { closing: Closing; requestedAt: string; onKept: () => Promise<void> }

function Requested({ closing, requestedAt, onKept }: RequestedProps) {
  const send = useIdempotentRequest(cancelClosing)
  const keeping = useMutation({
    mutationFn: () => send({}),
    onSuccess: () => notify(texts.kept, 'success'),
    onSettled: onKept,
  })
  const left = leftIn(closing)
  const time = formatDayTime(requestedAt)
  return (
    <div className="flex flex-col items-start gap-3">
      <p className="max-w-[60ch] text-body">
        {left === null ? texts.due(time) : `${texts.requested(time, left)} ${stepsFor(closing)}`}
      </p>
      <Button busy={keeping.isPending} busyLabel={texts.keeping} onClick={() => keeping.mutate()}>
        {texts.keep}
      </Button>
      {keeping.error && <FormError text={errorText(keeping.error, texts.keepFailed)} />}
    </div>
  )
}
