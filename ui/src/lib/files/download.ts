import { MINUTE_MS } from '../time/durations.ts'

/** How long the object URL stays valid, so that the browser has time to start reading it. */
const KEPT_MS = MINUTE_MS

/** Hands a file to the browser as a download. */
export function download(name: string, content: Blob): void {
  const url = URL.createObjectURL(content)
  const link = document.createElement('a')
  link.href = url
  link.download = name
  link.click()
  setTimeout(() => URL.revokeObjectURL(url), KEPT_MS)
}
