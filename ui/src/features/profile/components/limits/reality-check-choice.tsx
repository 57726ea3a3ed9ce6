import { play } from '#ui/lib/messages/betting/play.ts'
import { CHECK_MINUTES, setCheckMinutes, useCheckMinutes } from '#ui/model/play/check-minutes.ts'
import { ChoiceSetting } from '../settings/choice-setting.tsx'

const options = CHECK_MINUTES.map((minutes) => ({
  value: String(minutes),
  label: play.realityCheck.every(minutes),
}))

/** How often the reality check appears. */
export function RealityCheckChoice() {
  const minutes = useCheckMinutes()
  return (
    <ChoiceSetting
      label={play.realityCheck.setting}
      hint={play.realityCheck.hint}
      options={options}
      value={String(minutes)}
      onChange={(value) => setCheckMinutes(Number(value))}
    />
  )
}
