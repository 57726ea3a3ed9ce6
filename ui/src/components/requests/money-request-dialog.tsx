import { type FormEvent, useRef, useState } from 'react'
import { MAX_REASON_LENGTH } from '#domain/limits.ts'
import { eurosOf } from '#domain/money.ts'
import type { User } from '#services/contract/contract.ts'
import { useFileRequest } from '#ui/data/requests.ts'
import { errorText } from '#ui/lib/http/api-error.ts'
import { requests } from '#ui/lib/messages/requests.ts'
import { inSlip } from '#ui/lib/messages/slip.ts'
import { formatCents, toCents } from '#ui/lib/money.ts'
import { notify } from '#ui/lib/toasts.ts'
import { parseCents } from '#ui/model/typed-amount.ts'
import { FormError } from '../form-error.tsx'
import { Button } from '../ui/button.tsx'
import { Dialog } from '../ui/dialog.tsx'
import { TextField } from '../ui/field.tsx'

type MoneyRequestDialogProps = { kind: 'deposit' | 'pay-out'; user: User; onClose: () => void }

/** Asks the admins for a deposit or a pay-out. Load it lazily. */
export default function MoneyRequestDialog({ kind, user, onClose }: MoneyRequestDialogProps) {
  const isDeposit = kind === 'deposit'
  const [amount, setAmount] = useState('')
  const [note, setNote] = useState('')
  const [error, setError] = useState<string | null>(null)
  const field = useRef<HTMLInputElement>(null)
  const filing = useFileRequest()
  const submit = (event: FormEvent<HTMLFormElement>) => {
    event.preventDefault()
    const cents = parseCents(amount) ?? 0
    const balance = toCents(user.balance)
    const fault =
      cents <= 0
        ? requests.amountInvalid
        : !isDeposit && cents > balance
          ? requests.aboveBalance(formatCents(balance))
          : null
    setError(fault)
    if (fault !== null) {
      field.current?.focus()
      return
    }
    filing.mutate(
      { kind, amount: eurosOf(cents), ...(note.trim() === '' ? {} : { note: note.trim() }) },
      {
        onSuccess: () => {
          notify(requests.sent, 'success')
          onClose()
        },
      },
    )
  }
  return (
    <Dialog
      open
      onOpenChange={(open) => open || onClose()}
      title={isDeposit ? requests.askDeposit : requests.askPayOut}
      initialFocus={field}
      description={isDeposit ? `${inSlip.contactSupport} ${requests.depositHint}` : requests.payOutHint}
    >
      <form noValidate className="mt-4 flex flex-col gap-4" onSubmit={submit}>
        <TextField
          ref={field}
          label={requests.amount}
          inputMode="decimal"
          autoComplete="off"
          leading="€"
          placeholder="0.00"
          value={amount}
          onChange={(event) => setAmount(event.currentTarget.value)}
          error={error ?? undefined}
        />
        <TextField
          label={requests.note}
          autoComplete="off"
          maxLength={MAX_REASON_LENGTH}
          hint={requests.noteHint}
          value={note}
          onChange={(event) => setNote(event.currentTarget.value)}
        />
        {filing.error && <FormError text={errorText(filing.error, requests.sendFailed)} />}
        <Button type="submit" variant="primary" busy={filing.isPending} busyLabel={requests.sending}>
          {requests.send}
        </Button>
      </form>
    </Dialog>
  )
}
