import { useState } from 'react'
import { Button } from '#ui/components/ui/button.tsx'
import { auditTexts as texts } from '#ui/lib/messages/desk/audit.ts'

/** Copies a text to the clipboard, and says so until the text changes. `label`: if 'Copy' alone is not clear enough. */
export function CopyButton({ text, label }: { text: string; label?: string }) {
  const [copied, setCopied] = useState<string | null>(null)
  const isCopied = copied === text
  return (
    <Button
      size="sm"
      variant="ghost"
      aria-label={isCopied ? undefined : label}
      onClick={() => void navigator.clipboard.writeText(text).then(() => setCopied(text))}
    >
      {isCopied ? texts.copied : texts.copy}
    </Button>
  )
}
