import type { ErrorComponentProps } from '@tanstack/react-router'
import { useRouter } from '@tanstack/react-router'
import { Button, buttonStyle } from '#ui/components/ui/button.tsx'
import { errorText } from '#ui/lib/http/api-error.ts'
import { messages } from '#ui/lib/messages.ts'

/** Shown when a page crashes. The link home is a plain one, because the router itself may be broken. */
export function ErrorPage({ error, reset }: ErrorComponentProps) {
  const router = useRouter()
  const retry = () => {
    reset()
    void router.invalidate()
  }
  return (
    <div role="alert" className="flex min-h-[50dvh] flex-col items-center justify-center gap-3 px-4 text-center">
      <h1 className="text-title">{messages.errors.page}</h1>
      <p className="max-w-md text-body text-muted [overflow-wrap:anywhere]">
        {messages.errors.loading(errorText(error))}
      </p>
      <div className="mt-2 flex gap-2">
        <Button variant="primary" onClick={retry}>
          {messages.pages.retry}
        </Button>
        <a href="/" className={buttonStyle({ variant: 'secondary' })}>
          {messages.pages.home}
        </a>
      </div>
    </div>
  )
}
