import { useId } from 'react'
import { useForm } from 'react-hook-form'
import type { z } from 'zod'
import type { Done } from '#services/contract/contract.ts'
import { TextField } from '#ui/components/ui/field.tsx'
import { rules } from '#ui/lib/messages/desk/rules.ts'
import { useAdminAction } from '../../api/dashboard.ts'
import type { Setting } from '../../api/rules.ts'
import { settingName, shownValue, typedValue } from '../../model/rules/setting-values.ts'
import { ConfirmAction } from '../desk/confirm-action.tsx'
import type { FeedbackState } from '../desk/feedback.tsx'
import { BeforeAfter } from '../desk/money-changes.tsx'
import { REASON_RULES, ReasonField } from '../desk/reason-field.tsx'

type ChangeSettingProps = {
  setting: Setting
  onClose: () => void
  /** Called when the change was answered, with what to show. */
  onDone: (tell: (feedback: FeedbackState) => void) => void
}

/** Asks for the new value of one setting and the reason; shows the present value. */
export function ChangeSetting({ setting, onClose, onDone }: ChangeSettingProps) {
  const { unit, value, min, max, words } = setting
  const name = settingName(setting.setting)
  const choiceId = useId()
  const errorId = useId()
  const form = useForm({ defaultValues: { value: String(value), reason: '' } })
  const { errors } = form.formState
  const action = useAdminAction<z.infer<typeof Done>>()
  const typed = typedValue(setting, form.watch('value'))
  const label = rules.newValue(name, rules.units[unit])
  const registered = form.register('value', {
    validate: (text) => {
      const next = typedValue(setting, text)
      if (next === null) return rules.valueInvalid(shownValue(unit, min ?? 0), shownValue(unit, max ?? 0))
      return next !== value || rules.valueSame
    },
  })
  const send = (input: { value: string; reason: string }) =>
    action.mutate(
      {
        action: 'changeSettings',
        settings: { [setting.setting]: typedValue(setting, input.value)! },
        reason: input.reason.trim(),
      },
      {
        onSuccess: (reply) => onDone((feedback) => feedback.succeed(reply.message ?? name)),
        onError: (error) => onDone((feedback) => feedback.fail(error, rules.changeFailed)),
      },
    )
  return (
    <ConfirmAction
      onClose={onClose}
      title={
        typed === value
          ? rules.changeSetting(name)
          : rules.confirmChange(name, typed === null ? '…' : shownValue(unit, typed))
      }
      description={rules.inForce}
      confirmLabel={rules.change}
      busyLabel={rules.changing}
      busy={action.isPending}
      onConfirm={() => void form.handleSubmit(send)()}
    >
      {unit === 'word' ? (
        <div className="mt-4 flex flex-col gap-1.5">
          <label htmlFor={choiceId} className="font-medium text-muted text-second">
            {label}
          </label>
          <select
            id={choiceId}
            {...registered}
            aria-invalid={errors.value ? true : undefined}
            aria-describedby={errors.value ? errorId : undefined}
            className="h-11 w-full min-w-0 rounded-control border border-strong bg-field px-3 text-body text-text focus-visible:border-accent"
          >
            {words.map((word) => (
              <option key={word} value={word}>
                {shownValue(unit, word)}
              </option>
            ))}
          </select>
          {errors.value && (
            <p id={errorId} className="text-lost text-second">
              {errors.value.message}
            </p>
          )}
        </div>
      ) : (
        <TextField
          {...registered}
          label={label}
          inputMode="decimal"
          autoComplete="off"
          error={errors.value?.message}
          className="mt-4"
        />
      )}
      <p className="mt-2 text-second tabular-nums">
        {typed === value ? (
          rules.now(shownValue(unit, value))
        ) : (
          <BeforeAfter before={shownValue(unit, value)} after={typed === null ? '…' : shownValue(unit, typed)} />
        )}
      </p>
      <ReasonField {...form.register('reason', REASON_RULES)} error={errors.reason?.message} />
    </ConfirmAction>
  )
}
