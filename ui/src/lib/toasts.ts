// What to tell the visitor in passing. The queue is here so that anything may notify, in or out of React; the list that
// shows it is loaded after the first paint.

export type ToastType = 'info' | 'success' | 'error'
export type ToastMessage = { message: string; type: ToastType }

export const TOAST_MS = 2_700

const waiting: ToastMessage[] = []
let deliver: ((toast: ToastMessage) => void) | null = null

/** Shows `message` for about 2.7 seconds. */
export function notify(message: string, type: ToastType = 'info'): void {
  if (deliver) deliver({ message, type })
  else waiting.push({ message, type })
}

/** The toast list takes over what waited; returns how to give it back. */
export function receiveToasts(receiver: (toast: ToastMessage) => void): () => void {
  deliver = receiver
  for (const toast of waiting.splice(0)) receiver(toast)
  return () => {
    if (deliver === receiver) deliver = null
  }
}
