import { clsx } from 'clsx'
import { useState } from 'react'
import { SETTING_NAMES } from '#domain/desk/settings.ts'
import { Button } from '#ui/components/ui/button.tsx'
import { Skeletons } from '#ui/components/ui/skeleton.tsx'
import { rules } from '#ui/lib/messages/desk/rules.ts'
import type { Setting } from '../../api/rules.ts'
import { settingName, shownValue } from '../../model/rules/setting-values.ts'
import { DeskCard } from '../desk/desk-page.tsx'
import { Feedback, useFeedback } from '../desk/feedback.tsx'
import { ChangeSetting } from './change-setting.tsx'

type SettingRowsProps = {
  /** Undefined until the first reply. */
  settings: readonly Setting[] | undefined
  mayChange: boolean
}

/** Each setting with its value; super admins can change one at a time. */
export function SettingRows({ settings, mayChange }: SettingRowsProps) {
  const [opened, setOpened] = useState<Setting | null>(null)
  const [changed, setChanged] = useState<string | null>(null)
  const feedback = useFeedback()
  return (
    <DeskCard>
      <section aria-label={rules.book} className="flex flex-col gap-1 p-4">
        <h2 className="text-section">{rules.book}</h2>
        <p className="text-muted text-second">{rules.onlySuperAdmins}</p>
        {settings === undefined ? (
          <div className="mt-2 flex flex-col divide-y divide-border">
            <Skeletons count={SETTING_NAMES.length} className="my-2.5 h-6" />
          </div>
        ) : (
          <ul className="mt-2 flex flex-col divide-y divide-border">
            {settings.map((one) => (
              <li
                key={one.setting}
                className={clsx(
                  'grid min-h-11 items-center gap-x-3 gap-y-1 py-1 max-[20rem]:flex max-[20rem]:flex-wrap max-[20rem]:justify-between',
                  mayChange ? 'grid-cols-[minmax(0,1fr)_auto_auto]' : 'grid-cols-[minmax(0,1fr)_auto]',
                )}
              >
                <span className="text-body">{settingName(one.setting)}</span>
                <span className="font-semibold text-body tabular-nums">{shownValue(one.unit, one.value)}</span>
                {mayChange && (
                  <Button
                    size="sm"
                    aria-label={rules.changeSetting(settingName(one.setting))}
                    onClick={() => setOpened(one)}
                  >
                    {rules.change}
                  </Button>
                )}
                {changed === one.setting && (
                  <Feedback text={feedback.text} className="col-span-full justify-self-end" />
                )}
              </li>
            ))}
          </ul>
        )}
      </section>
      {opened !== null && (
        <ChangeSetting
          setting={opened}
          onClose={() => setOpened(null)}
          onDone={(tell) => {
            setChanged(opened.setting)
            tell(feedback)
            setOpened(null)
          }}
        />
      )}
    </DeskCard>
  )
}
