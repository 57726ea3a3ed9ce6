import { clsx } from 'clsx'
import { useEffect, useState } from 'react'
import { lastPush, resumeStream, useStreamState } from '#ui/lib/live/live-updates.tsx'
import { messages } from '#ui/lib/messages.ts'

/** Whether what is shown moves by itself, and since when it does not. */
export function StreamNote() {
  const state = useStreamState()
  const live = state === 'live'
  const stale = state === 'delayed' || state === 'paused'
  const age = useSecondsSinceLastPush(stale)
  if (!live && !stale) return null
  const word = state === 'paused' ? 'Paused' : 'Delayed'
  return (
    <div className="flex items-center gap-2 text-muted text-second">
      <span aria-hidden="true" className={clsx('size-1.5 rounded-full', live ? 'bg-accent' : 'bg-warning')} />
      {live ? 'Updating live' : age === null ? word : `${word} · last update ${age} s ago`}
      {state === 'paused' && (
        <button
          type="button"
          onClick={resume}
          className="-my-3.5 rounded-control py-3.5 font-medium text-text underline decoration-strong underline-offset-2 hover:decoration-current pointer-coarse:px-2"
        >
          {messages.live.resume}
        </button>
      )}
    </div>
  )
}

/** The button goes with the pause: the focus stays on the page. */
function resume() {
  document.getElementById('main')?.focus({ preventScroll: true })
  resumeStream()
}

function useSecondsSinceLastPush(ticking: boolean): number | null {
  const [now, setNow] = useState(() => Date.now())
  useEffect(() => {
    if (!ticking) return
    setNow(Date.now())
    const timer = setInterval(() => setNow(Date.now()), 1_000)
    return () => clearInterval(timer)
  }, [ticking])
  const last = lastPush()
  return last === null ? null : Math.max(0, Math.round((now - last) / 1_000))
}
