import { feed as texts } from '#ui/lib/messages/desk/figures.ts'
import { useBusinessTime } from '#ui/lib/time/business-clock.ts'

/** The time since an instant, in business time, counting up. `at` null: never. */
export function Ago({ at }: { at: string | null }) {
  const text = useBusinessTime((now) =>
    at === null ? texts.never : texts.ago(Math.max(0, Math.round((now - Date.parse(at)) / 1_000))),
  )
  return <>{text}</>
}
