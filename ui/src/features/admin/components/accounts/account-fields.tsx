import type { UseFormRegisterReturn, UseFormReturn } from 'react-hook-form'
import { TextField } from '#ui/components/ui/field.tsx'
import { messages } from '#ui/lib/messages.ts'
import type { AccountForm, CredentialForm } from '../../model/forms.ts'

type Field = keyof CredentialForm
interface CredentialFieldsProps {
  /** Of any form with these two fields. */
  register: (field: Field) => UseFormRegisterReturn
  errors: Partial<Record<Field, { message?: string | undefined }>>
  /** The minimum length of the password. */
  minPassword: number
}

/** The username and password of a new account. */
export const CredentialFields = ({ register, errors, minPassword }: CredentialFieldsProps) => (
  <>
    <TextField
      label="Username"
      autoComplete="off"
      autoCapitalize="none"
      spellCheck={false}
      error={errors.username?.message}
      {...register('username')}
    />
    <TextField
      label="Password"
      type="password"
      autoComplete="new-password"
      error={errors.password?.message}
      hint={errors.password ? undefined : messages.auth.passwordHint(minPassword)}
      {...register('password')}
    />
  </>
)

interface AccountFieldsProps {
  form: UseFormReturn<AccountForm>
  /** The minimum length of the password. */
  minPassword: number
  balanceLabel: string
  balancePlaceholder: string
}

/** Username, password and initial balance of a new user or admin. */
export function AccountFields({ form, minPassword, balanceLabel, balancePlaceholder }: AccountFieldsProps) {
  const { errors } = form.formState
  return (
    <div className="grid gap-4 md:grid-cols-3">
      <CredentialFields register={form.register} errors={errors} minPassword={minPassword} />
      <TextField
        label={balanceLabel}
        inputMode="decimal"
        autoComplete="off"
        leading="€"
        placeholder={balancePlaceholder}
        error={errors.balance?.message}
        {...form.register('balance')}
      />
    </div>
  )
}
