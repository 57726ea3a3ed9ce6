import { Toast as Base } from '@base-ui/react/toast'
import { clsx } from 'clsx'
import { CircleAlert, CircleCheck, Info, X } from 'lucide-react'
import { useEffect } from 'react'
import { receiveToasts, TOAST_MS } from '#ui/lib/toasts.ts'

const styles = {
  info: { icon: Info, tone: 'text-up' },
  success: { icon: CircleCheck, tone: 'text-accent' },
  error: { icon: CircleAlert, tone: 'text-lost' },
} as const

/** The list of notifications. Mount once; load lazily. */
export default function Toasts() {
  return (
    <Base.Provider timeout={TOAST_MS} limit={3}>
      <Base.Portal>
        <Base.Viewport className="pointer-events-none fixed inset-x-4 top-[calc(var(--header-height)+0.5rem)] z-60 mx-auto flex max-w-sm flex-col gap-2 outline-none md:top-auto md:bottom-6">
          <ToastList />
        </Base.Viewport>
      </Base.Portal>
    </Base.Provider>
  )
}

function ToastList() {
  const { toasts, add } = Base.useToastManager()
  useEffect(
    () =>
      receiveToasts(({ message, type }) => {
        add({ title: message, type, priority: type === 'error' ? 'high' : 'low' })
      }),
    [add],
  )
  return toasts.map((toast) => {
    const { icon: Icon, tone } = styles[(toast.type ?? 'info') as keyof typeof styles]
    return (
      <Base.Root
        key={toast.id}
        toast={toast}
        // A status: it never takes the focus by itself, and Escape does not close it.
        role="status"
        tabIndex={-1}
        swipeDirection={['down', 'right']}
        className="pointer-events-auto flex items-center gap-3 rounded-card border border-strong bg-surface py-2 pr-2 pl-4 shadow-float transition-[transform,opacity] duration-200 data-ending-style:translate-y-2 data-starting-style:translate-y-2 data-ending-style:opacity-0 data-limited:hidden data-starting-style:opacity-0"
      >
        <Icon aria-hidden="true" className={clsx('size-4 shrink-0', tone)} />
        <Base.Title render={<p />} className="min-w-0 flex-1 py-1.5 text-body" />
        <Base.Close
          aria-label="Dismiss"
          className="relative flex size-8 shrink-0 items-center justify-center rounded-[8px] text-muted after:absolute hover:bg-raised hover:text-text pointer-coarse:after:-inset-1.5"
        >
          <X aria-hidden="true" className="size-4" />
        </Base.Close>
      </Base.Root>
    )
  })
}
