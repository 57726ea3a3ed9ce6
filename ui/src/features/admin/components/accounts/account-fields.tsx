// Name, password and first balance: the same three for a new user and for a new admin.
import type { UseFormReturn } from 'react-hook-form'
import { TextField } from '#ui/components/ui/field.tsx'
import { messages } from '#ui/lib/messages.ts'
import type { AccountForm } from '../../model/forms.ts'

export interface AccountFieldsProps {
  form: UseFormReturn<AccountForm>
  /** Characters of the shortest password that is taken. */
  leastPassword: number
  balanceLabel: string
  balancePlaceholder: string
}

export function AccountFields({ form, leastPassword, balanceLabel, balancePlaceholder }: AccountFieldsProps) {
  const { errors } = form.formState
  return (
    <div className="grid gap-4 md:grid-cols-3">
      <TextField
        label="Username"
        autoComplete="off"
        autoCapitalize="none"
        spellCheck={false}
        error={errors.username?.message}
        {...form.register('username')}
      />
      <TextField
        label="Password"
        type="password"
        autoComplete="new-password"
        error={errors.password?.message}
        hint={errors.password ? undefined : messages.auth.passwordHint(leastPassword)}
        {...form.register('password')}
      />
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
