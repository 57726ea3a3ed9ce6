import { useState } from 'react'
import type { SecondFactorBegun } from '#services/contract/contract.ts'
import { beginSecondFactor, confirmSecondFactor } from '#ui/data/second-factor.ts'
import { useIdempotentRequest } from '#ui/lib/http/idempotency-key.ts'
import { secondFactor as texts } from '#ui/lib/messages/access/second-factor.ts'
import { FactorForm } from './factor-form.tsx'
import { QrCode } from './qr-code.tsx'
import { RecoveryCodes } from './recovery-codes.tsx'

type SetUpFactorProps = {
  /** Called once the user has stored the recovery codes. */
  onDone: () => void
  /** Called once the second factor is in force; the recovery codes are still shown then. */
  onEnabled?: () => void
  onCancel?: () => void
}

/** Sets up a second factor: the password, then the QR code and the first code of the app, then the recovery codes. */
export function SetUpFactor({ onDone, onEnabled, onCancel }: SetUpFactorProps) {
  const [begun, setBegun] = useState<SecondFactorBegun | null>(null)
  const [codes, setCodes] = useState<readonly string[] | null>(null)
  const confirm = useIdempotentRequest(confirmSecondFactor)
  const cancel = onCancel === undefined ? {} : { onCancel }
  if (codes !== null) return <RecoveryCodes codes={codes} onDone={onDone} />
  if (begun === null) {
    return (
      <FactorForm
        key="password"
        label={texts.setUp}
        withPassword
        submitLabel={texts.next}
        busyLabel={texts.checking}
        onSubmit={({ password }) => beginSecondFactor(password)}
        onDone={setBegun}
        {...cancel}
      />
    )
  }
  return (
    <FactorForm
      key="code"
      label={texts.setUp}
      code="app"
      submitLabel={texts.turnOn}
      busyLabel={texts.turningOn}
      onSubmit={({ code }) => confirm({ factor: begun.factor, code })}
      onDone={({ recoveryCodes }) => {
        setCodes(recoveryCodes)
        onEnabled?.()
      }}
      {...cancel}
    >
      <p className="text-body">{texts.scan}</p>
      <QrCode text={begun.uri} label={texts.picture} />
      {/* A phone cannot scan its own screen. */}
      <a href={begun.uri} className="hidden min-h-11 items-center underline pointer-coarse:flex">
        {texts.openHere}
      </a>
      <div>
        <p className="text-muted text-second">{texts.type}</p>
        <p className="select-all font-mono text-second [overflow-wrap:anywhere]">
          {begun.secret.replaceAll(/(.{4})(?=.)/g, '$1 ')}
        </p>
      </div>
    </FactorForm>
  )
}
