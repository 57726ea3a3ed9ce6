import { useQuery } from '@tanstack/react-query'
import { clsx } from 'clsx'
import { type DragEvent, useState } from 'react'
import { TextField } from '#ui/components/ui/field.tsx'
import { PageTitle } from '#ui/layout/page-title.tsx'
import { receipts } from '#ui/lib/messages/betting/receipts.ts'
import { logKeysQuery } from './api/log-key.ts'
import { Verdict } from './components/verdict.tsx'

/**
 * Checks receipts for anyone, signed in or not. If the log's keys cannot be loaded, the key's field says so, and a key
 * of one's own can be entered. Load it lazily.
 */
export function ReceiptPage() {
  const published = useQuery(logKeysQuery)
  const [ownKey, setOwnKey] = useState<string | null>(null)
  const [receipt, setReceipt] = useState<{ name: string; text: string } | null>(null)
  const key = ownKey ?? published.data?.[0]?.key ?? ''
  const take = async (file: File | undefined) => {
    if (file !== undefined) setReceipt({ name: file.name, text: await file.text() })
  }
  return (
    <article className="max-w-[46rem]">
      <PageTitle>{receipts.title}</PageTitle>
      <p className="mt-2 text-body text-muted">{receipts.summary}</p>
      <div className="mt-6 flex flex-col gap-5">
        <FileDrop name={receipt?.name ?? null} onFile={(file) => void take(file)} />
        <TextField
          label={receipts.key}
          hint={receipts.keyHint}
          error={published.isError && ownKey === null ? receipts.keyFailed : undefined}
          value={key}
          onChange={(event) => setOwnKey(event.target.value)}
          spellCheck={false}
          autoComplete="off"
        />
        {receipt !== null && key !== '' && <Verdict receipt={receipt.text} by={ownKey ?? published.data ?? []} />}
      </div>
    </article>
  )
}

function FileDrop({ name, onFile }: { name: string | null; onFile: (file: File | undefined) => void }) {
  const [isOver, setIsOver] = useState(false)
  const drop = (event: DragEvent) => {
    event.preventDefault()
    setIsOver(false)
    onFile(event.dataTransfer.files[0])
  }
  return (
    <label
      onDragOver={(event) => {
        event.preventDefault()
        setIsOver(true)
      }}
      onDragLeave={() => setIsOver(false)}
      onDrop={drop}
      className={clsx(
        'flex min-h-24 cursor-pointer flex-col items-center justify-center gap-1 rounded-card border border-dashed px-4 py-5 text-center has-focus-visible:outline-2 has-focus-visible:outline-accent',
        isOver ? 'border-accent bg-raised' : 'border-strong hover:bg-raised',
      )}
    >
      <span className="text-muted text-second">{receipts.file}</span>
      <span className="font-semibold text-body">{name ?? receipts.choose}</span>
      {name === null && <span className="text-muted text-second">{receipts.drop}</span>}
      <input
        type="file"
        accept=".tlog-proof,text/plain"
        className="sr-only"
        onChange={(event) => onFile(event.target.files?.[0])}
      />
    </label>
  )
}
