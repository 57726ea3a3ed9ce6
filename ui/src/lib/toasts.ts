// Notifications. The queue is separate from the list that shows them, so that code outside React can notify too and the
// list can load after the first paint.

type ToastType = 'info' | 'success' | 'error'
type ToastMessage = { message: string; type: ToastType }

export const TOAST_MS = 2_700

const queue: ToastMessage[] = []
let show: ((toast: ToastMessage) => void) | null = null

/** Shows `message` for about 2.7 seconds. */
export function notify(message: string, type: ToastType = 'info'): void {
  if (show) show({ message, type })
  else queue.push({ message, type })
}

/** Connects the toast list and shows what was queued; returns the function that disconnects it. */
export function receiveToasts(showToast: (toast: ToastMessage) => void): () => void {
  show = showToast
  for (const toast of queue.splice(0)) showToast(toast)
  return () => {
    if (show === showToast) show = null
  }
}
