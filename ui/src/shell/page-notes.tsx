import { useEffect } from 'react'
import Toasts from '#ui/components/ui/toast.tsx'
import { keepFocus } from './keep-focus.ts'
import { StoppedNote } from './stopped-note.tsx'

/** What pages are told beside their own: below the last of them, or over them. Loaded when the page is idle. */
export default function PageNotes() {
  useEffect(keepFocus, [])
  return (
    <>
      <Toasts />
      <StoppedNote />
    </>
  )
}
