import { Copy, Download } from 'lucide-react'
import { useEffect, useRef } from 'react'
import { download } from '#ui/lib/files/download.ts'
import { secondFactor as texts } from '#ui/lib/messages/access/second-factor.ts'
import { notify } from '#ui/lib/toasts.ts'
import { Button } from '../ui/button.tsx'

/** New recovery codes, to store. They are shown only once. */
export function RecoveryCodes({ codes, onDone }: { codes: readonly string[]; onDone: () => void }) {
  const heading = useRef<HTMLHeadingElement>(null)
  useEffect(() => heading.current?.focus(), [])
  const text = `${codes.join('\n')}\n`
  const copy = () =>
    navigator.clipboard
      .writeText(text)
      .then(() => notify(texts.copied, 'success'))
      .catch(() => notify(texts.copyFailed, 'error'))
  return (
    <div className="flex flex-col gap-4">
      <div>
        <h3 ref={heading} tabIndex={-1} className="font-semibold text-body outline-none">
          {texts.codesTitle}
        </h3>
        <p className="max-w-[60ch] text-muted text-second">{texts.codesHint}</p>
      </div>
      <ul className="grid gap-x-6 gap-y-1 rounded-control border border-border bg-page p-3 font-mono text-second sm:grid-cols-2">
        {codes.map((code) => (
          <li key={code} className="[overflow-wrap:anywhere]">
            {code}
          </li>
        ))}
      </ul>
      <div className="flex flex-wrap gap-2">
        <Button variant="primary" onClick={onDone}>
          {texts.stored}
        </Button>
        <Button onClick={() => void copy()}>
          <Copy aria-hidden="true" className="size-4" />
          {texts.copy}
        </Button>
        <Button onClick={() => download('fairbook-recovery-codes.txt', new Blob([text], { type: 'text/plain' }))}>
          <Download aria-hidden="true" className="size-4" />
          {texts.download}
        </Button>
      </div>
    </div>
  )
}
