import { clsx } from 'clsx'
import { useEffect, useState } from 'react'
import { lastPushTime, resumeStream, useStreamState } from '#ui/lib/live/stream-state.ts'
import { messages } from '#ui/lib/messages.ts'

/** Whether the screen updates by itself, and otherwise how old it is. */
export function StreamStatus() {
  const state = useStreamState()
  const isLive = state === 'live'
  const isStale = state === 'delayed' || state === 'paused'
  const seconds = useSecondsSincePush(isStale)
  if (!isLive && !isStale) return null
  const label = state === 'paused' ? 'Paused' : 'Delayed'
  return (
    <div className="flex items-center gap-2 text-muted text-second">
      <span aria-hidden="true" className={clsx('size-1.5 rounded-full', isLive ? 'bg-accent' : 'bg-warning')} />
      {isLive ? 'Updating live' : seconds === null ? label : `${label} · last update ${seconds} s ago`}
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

/** Moves the focus to the page first, because the button disappears. */
function resume() {
  document.getElementById('main')?.focus({ preventScroll: true })
  resumeStream()
}

function useSecondsSincePush(isTicking: boolean): number | null {
  const [now, setNow] = useState(() => Date.now())
  useEffect(() => {
    if (!isTicking) return
    setNow(Date.now())
    const timer = setInterval(() => setNow(Date.now()), 1_000)
    return () => clearInterval(timer)
  }, [isTicking])
  const last = lastPushTime()
  return last === null ? null : Math.max(0, Math.round((now - last) / 1_000))
}
