import { type PointerEvent, useRef, useState } from 'react'

/** Letting go after this many pixels closes. */
const CLOSES_AT = 72

/** Follows a pointer that drags the grip down. `offset` is in pixels; 0 at rest. */
export function useSwipeDown(onClose: () => void) {
  const startedAt = useRef<number | null>(null)
  const [offset, setOffset] = useState(0)
  const movedBy = ({ clientY }: PointerEvent) => Math.max(0, clientY - (startedAt.current ?? clientY))
  const release = (closes: boolean) => {
    startedAt.current = null
    setOffset(0)
    if (closes) onClose()
  }
  return {
    offset,
    grip: {
      onPointerDown: (event: PointerEvent<HTMLElement>) => {
        startedAt.current = event.clientY
        event.currentTarget.setPointerCapture(event.pointerId)
      },
      onPointerMove: (event: PointerEvent) => setOffset(movedBy(event)),
      onPointerUp: (event: PointerEvent) => release(movedBy(event) > CLOSES_AT),
      onPointerCancel: () => release(false),
    },
  }
}
