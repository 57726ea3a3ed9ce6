import { useState } from 'react'
import { Button } from '#ui/components/ui/button.tsx'
import { auditTexts as texts } from '#ui/lib/messages/desk/audit.ts'

/** Puts a text on the clipboard, and says so as long as it is still the text. `label` where 'Copy' alone says too little. */
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
