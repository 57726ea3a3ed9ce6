import { type OddsFormat, setDisplaySetting, useDisplaySettings, type ZoneChoice } from '#ui/lib/display-settings.ts'
import { formatOdds } from '#ui/lib/odds-format.ts'
import { setTheme, type Theme, useTheme } from '#ui/lib/theme.ts'
import { timeZoneName } from '#ui/lib/time/format.ts'
import { ChoiceSetting } from './choice-setting.tsx'

const themes: readonly { value: Theme; label: string }[] = [
  { value: 'dark', label: 'Dark' },
  { value: 'light', label: 'Light' },
]

const SAMPLE = '2.10'
const formats = (['decimal', 'fractional', 'american'] as const satisfies readonly OddsFormat[]).map((value) => ({
  value,
  label: `${{ decimal: 'Decimal', fractional: 'Fractional', american: 'American' }[value]} ${formatOdds(SAMPLE, value)}`,
}))

const zones = (): readonly { value: ZoneChoice; label: string }[] => [
  { value: 'paris', label: timeZoneName('paris') },
  { value: 'browser', label: `This browser’s, ${timeZoneName('browser')}` },
]

/** Theme, odds format and time zone: kept in this browser. */
export function DisplayChoices() {
  const theme = useTheme()
  const { odds, zone } = useDisplaySettings()
  return (
    <>
      <ChoiceSetting label="Theme" options={themes} value={theme} onChange={setTheme} />
      <ChoiceSetting
        label="Odds format"
        hint="How prices are written. Bets are always struck at the decimal odds."
        options={formats}
        value={odds}
        onChange={(value) => setDisplaySetting('odds', value)}
      />
      <ChoiceSetting
        label="Time zone"
        hint="Of kick-offs and of your bets."
        options={zones()}
        value={zone}
        onChange={(value) => setDisplaySetting('zone', value)}
      />
    </>
  )
}
