import type { UseFormRegisterReturn, UseFormReturn } from 'react-hook-form'
import { TextField } from '#ui/components/ui/field.tsx'
import { messages } from '#ui/lib/messages.ts'
import type { AccountForm, CredentialForm } from '../../model/forms.ts'

type Field = keyof CredentialForm
interface CredentialFieldsProps {
  /** Of a form that has these two, and maybe others. */
  register: (field: Field) => UseFormRegisterReturn
  errors: Partial<Record<Field, { message?: string | undefined }>>
  /** The minimum length. */
  minPassword: number
}

/** Username and password of somebody new. */
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
  /** The minimum length. */
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
