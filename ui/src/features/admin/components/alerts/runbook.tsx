// A runbook, as it is in docs/runbooks.
import { useQuery } from '@tanstack/react-query'
import type { ReactNode } from 'react'
import { LoadingText } from '#ui/components/query-state.tsx'
import { Dialog } from '#ui/components/ui/dialog.tsx'
import { admin } from '#ui/lib/messages/admin.ts'
import { alerts as texts } from '#ui/lib/messages/desk/figures.ts'

const RUNBOOKS = import.meta.glob<string>('../../../../../../docs/runbooks/*.md', { query: '?raw', import: 'default' })

/** A dialog with a runbook; its loading text until the text is there. */
export default function Runbook({ name, onClose }: { name: string; onClose: () => void }) {
  const { data } = useQuery({ queryKey: ['runbook', name], queryFn: () => readRunbook(name), staleTime: Infinity })
  const [title, ...blocks] = (data ?? '').split(/\n{2,}/).map((block) => block.trim())
  return (
    <Dialog
      open
      onOpenChange={onClose}
      title={title === undefined || title === '' ? texts.runbookOf(name) : title.replace(/^# /, '')}
      className="max-w-[46rem]!"
    >
      {data === undefined ? (
        <LoadingText>{admin.loading}</LoadingText>
      ) : (
        <div className="mt-3 flex flex-col gap-3 text-body">
          {blocks.map((block) => (
            <Block key={block} text={block} />
          ))}
        </div>
      )}
    </Dialog>
  )
}

async function readRunbook(name: string): Promise<string> {
  const found = Object.entries(RUNBOOKS).find(([path]) => path.endsWith(`/${name}.md`))
  if (found === undefined) throw new Error(`There is no runbook ${name}.`)
  return found[1]()
}

/** Renders the parts of Markdown that runbooks use: code, headings, lists and paragraphs. */
function Block({ text }: { text: string }) {
  if (text.startsWith('```')) {
    return (
      <pre className="overflow-x-auto rounded-control bg-inset p-3 font-mono text-second">
        {text.replace(/^```\w*\n|\n```$/g, '')}
      </pre>
    )
  }
  if (text.startsWith('#')) return <h3 className="text-section">{inline(text.replace(/^#+ /, ''))}</h3>
  return <p className="whitespace-pre-line text-muted [overflow-wrap:anywhere]">{inline(text)}</p>
}

const INLINE = /(`[^`]+`|\*\*[^*]+\*\*|\[[^\]]+\]\([^)]+\))/

function inline(text: string): ReactNode[] {
  return text.split(INLINE).map((part, at) => {
    const key = `${at} ${part}`
    if (part.startsWith('`')) {
      return (
        <code key={key} className="rounded-sm bg-inset px-1 font-mono text-second text-text">
          {part.slice(1, -1)}
        </code>
      )
    }
    if (part.startsWith('**')) {
      return (
        <strong key={key} className="text-text">
          {part.slice(2, -2)}
        </strong>
      )
    }
    return part.replace(/^\[([^\]]+)\]\([^)]+\)$/, '$1')
  })
}
