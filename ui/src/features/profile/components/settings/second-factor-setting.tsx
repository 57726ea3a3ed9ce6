import { useQuery, useQueryClient } from '@tanstack/react-query'
import { type ReactNode, Suspense, useEffect, useRef, useState } from 'react'
import type { SecondFactorStatus } from '#services/contract/contract.ts'
import { lazyPart } from '#ui/components/lazy-part.ts'
import { QueryState } from '#ui/components/query-state.tsx'
import { Button } from '#ui/components/ui/button.tsx'
import { Skeleton } from '#ui/components/ui/skeleton.tsx'
import { disableSecondFactor, renewRecoveryCodes, secondFactorQuery } from '#ui/data/second-factor.ts'
import { errorText } from '#ui/lib/http/api-error.ts'
import { useIdempotentRequest } from '#ui/lib/http/idempotency-key.ts'
import { secondFactor as texts } from '#ui/lib/messages/access/second-factor.ts'
import { notify } from '#ui/lib/toasts.ts'
import { SettingCard } from './setting-row.tsx'

const SetUpFactor = lazyPart(() =>
  import('#ui/components/second-factor/set-up-factor.tsx').then((file) => ({ default: file.SetUpFactor })),
)
const FactorForm = lazyPart(() =>
  import('#ui/components/second-factor/factor-form.tsx').then((file) => ({ default: file.FactorForm<unknown> })),
)
const RecoveryCodes = lazyPart(() =>
  import('#ui/components/second-factor/recovery-codes.tsx').then((file) => ({ default: file.RecoveryCodes })),
)

const FEW_CODES = 3

type Opening = 'set-up' | 'renew' | 'turn-off'
/** The last one: new recovery codes, to be shown. */
type Step = 'none' | Opening | readonly string[]

const isOpening = (step: Step): step is Opening => step !== 'none' && typeof step === 'string'

/**
 * The user's own second factor: set it up, make new recovery codes, turn it off. For loading and errors see
 * `QueryState`.
 */
export function SecondFactorSetting({ userId }: { userId: string }) {
  const [step, setStep] = useState<Step>('none')
  const card = useRef<HTMLElement>(null)
  /** The form that was opened last. */
  const opened = useRef<Opening | null>(null)
  const client = useQueryClient()
  const query = useQuery(secondFactorQuery(userId))
  // Back to the button that opened the form, or to the card if that button is gone.
  useEffect(() => {
    if (isOpening(step)) opened.current = step
    if (step !== 'none' || opened.current === null) return
    const opener = card.current?.querySelector<HTMLElement>(`[data-opens="${opened.current}"]`)
    opened.current = null
    const target = opener ?? card.current
    target?.focus()
  }, [step])
  const read = () => void client.invalidateQueries({ queryKey: ['account', userId] })
  const finish = (done?: string) => {
    if (done !== undefined) notify(done, 'success')
    setStep('none')
    read()
  }
  return (
    <SettingCard ref={card} id="second-factor-heading" title={texts.title} hint={texts.hint}>
      <QueryState
        query={query}
        loading={texts.loading}
        skeleton={<Skeleton className="h-11" />}
        errorMessage={(error) => errorText(error, texts.failed)}
      >
        {(status) =>
          step === 'none' ? (
            <Overview status={status} onStep={setStep} />
          ) : (
            <Suspense fallback={<p className="text-muted text-second">{texts.loading}</p>}>
              {step === 'set-up' && (
                <SetUpFactor onDone={() => finish(texts.turnedOn)} onEnabled={read} onCancel={() => finish()} />
              )}
              {step === 'renew' && <Renewal onCodes={setStep} onCancel={() => finish()} />}
              {step === 'turn-off' && <TurnOff onDone={() => finish(texts.turnedOff)} onCancel={() => finish()} />}
              {typeof step === 'object' && <RecoveryCodes codes={step} onDone={() => finish()} />}
            </Suspense>
          )
        }
      </QueryState>
    </SettingCard>
  )
}

function Overview({ status, onStep }: { status: SecondFactorStatus; onStep: (step: Step) => void }) {
  const { enabled, recoveryCodesLeft, required } = status
  if (!enabled) {
    return (
      <Line text={texts.off}>
        <Button variant="primary" data-opens="set-up" onClick={() => onStep('set-up')}>
          {texts.setUpShort}
        </Button>
      </Line>
    )
  }
  const left = recoveryCodesLeft ?? 0
  return (
    <>
      <Line text={`${texts.on}. ${texts.codesLeft(left)}${left < FEW_CODES ? ` ${texts.codesLow}` : ''}`}>
        <Button data-opens="renew" onClick={() => onStep('renew')}>
          {texts.newCodes}
        </Button>
        {!required && (
          <Button variant="danger" data-opens="turn-off" onClick={() => onStep('turn-off')}>
            {texts.turnOff}
          </Button>
        )}
      </Line>
      {required && <p className="mt-3 text-muted text-second">{texts.duty}</p>}
    </>
  )
}

function Line({ text, children }: { text: string; children: ReactNode }) {
  return (
    <div className="flex flex-wrap items-center justify-between gap-3">
      <p className="min-w-0 text-body">{text}</p>
      <div className="flex flex-wrap gap-2">{children}</div>
    </div>
  )
}

function Renewal({ onCodes, onCancel }: { onCodes: (codes: readonly string[]) => void; onCancel: () => void }) {
  const send = useIdempotentRequest(renewRecoveryCodes)
  return (
    <FactorForm
      label={texts.newCodes}
      withPassword
      code="any"
      submitLabel={texts.makeCodes}
      busyLabel={texts.makingCodes}
      onSubmit={async (values) => onCodes((await send(values)).recoveryCodes)}
      onDone={() => undefined}
      onCancel={onCancel}
    >
      <p className="text-muted text-second">{texts.newCodesHint}</p>
    </FactorForm>
  )
}

function TurnOff({ onDone, onCancel }: { onDone: () => void; onCancel: () => void }) {
  const send = useIdempotentRequest(disableSecondFactor)
  return (
    <FactorForm
      label={texts.turnOff}
      withPassword
      code="any"
      isDangerous
      submitLabel={texts.turnOff}
      busyLabel={texts.turningOff}
      onSubmit={send}
      onDone={onDone}
      onCancel={onCancel}
    >
      <p className="text-muted text-second">{texts.turnOffHint}</p>
    </FactorForm>
  )
}
