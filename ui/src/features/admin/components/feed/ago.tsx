import { feed as texts } from '#ui/lib/messages/desk/figures.ts'
import { useBusinessTime } from '#ui/lib/time/business-clock.ts'

/** How long ago that was, by the desk's clock, and growing with it. `at`: an instant; null where it never was. */
export function Ago({ at }: { at: string | null }) {
  const text = useBusinessTime((now) =>
    at === null ? texts.never : texts.ago(Math.max(0, Math.round((now - Date.parse(at)) / 1_000))),
  )
  return <>{text}</>
}
