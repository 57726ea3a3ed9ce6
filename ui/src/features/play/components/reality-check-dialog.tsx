import { useQuery } from '@tanstack/react-query'
import type { ReactNode } from 'react'
import { Button } from '#ui/components/ui/button.tsx'
import { Dialog } from '#ui/components/ui/dialog.tsx'
import { limitsQuery } from '#ui/data/play-limits.ts'
import { useSignOut } from '#ui/layout/use-sign-out.ts'
import { play } from '#ui/lib/messages/betting/play.ts'
import { messages } from '#ui/lib/messages.ts'
import { formatCents } from '#ui/lib/money.ts'
import { MINUTE_MS } from '#ui/lib/time/durations.ts'
import { type PlaySession, sumsOf, sumsSince } from '../model/play-session.ts'

const texts = play.realityCheck

/**
 * The time played, what was staked and the result since, in euros; dashes while the sums are loading or unknown, with a
 * text if they cannot be loaded.
 */
export default function RealityCheckDialog({ session, onContinue }: { session: PlaySession; onContinue: () => void }) {
  const signOut = useSignOut()
  const limits = useQuery({ ...limitsQuery(session.user), staleTime: 0 })
  const now = limits.data ? sumsOf(limits.data) : null
  const since = session.before && now ? sumsSince(session.before, now) : null
  const minutes = Math.floor((Date.now() - session.startedAt) / MINUTE_MS)
  const amount = (cents: number | undefined, signed = false) => (cents === undefined ? '–' : formatCents(cents, signed))
  return (
    <Dialog open onOpenChange={onContinue} title={texts.title}>
      <dl className="mt-4 grid grid-cols-3 gap-3">
        <Figure label={texts.played}>{texts.duration(minutes)}</Figure>
        <Figure label={texts.staked}>{amount(since?.stakedCents)}</Figure>
        <Figure label={texts.result}>{amount(since?.resultCents, true)}</Figure>
      </dl>
      <p className="mt-3 min-h-5 text-muted text-second">
        {since === null && limits.isError ? texts.unknown : texts.resultHint}
      </p>
      <div className="mt-5 flex flex-wrap justify-end gap-2">
        <Button onClick={() => void signOut()}>{messages.auth.signOut}</Button>
        <Button variant="primary" onClick={onContinue}>
          {texts.goOn}
        </Button>
      </div>
    </Dialog>
  )
}

function Figure({ label, children }: { label: string; children: ReactNode }) {
  return (
    <div>
      <dt className="text-muted text-second">{label}</dt>
      <dd className="font-semibold text-section tabular-nums">{children}</dd>
    </div>
  )
}
