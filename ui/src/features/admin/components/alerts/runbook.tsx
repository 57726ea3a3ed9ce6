// A runbook, as it is in docs/runbooks.
import { useQuery } from '@tanstack/react-query'
import { Markdown, type MarkdownToJSX } from 'markdown-to-jsx/react'
import type { ComponentProps, ReactNode } from 'react'
import { QueryState } from '#ui/components/query-state.tsx'
import { Dialog } from '#ui/components/ui/dialog.tsx'
import { admin } from '#ui/lib/messages/admin.ts'
import { alerts as texts } from '#ui/lib/messages/desk/figures.ts'

const RUNBOOKS = import.meta.glob<string>('../../../../../../docs/runbooks/*.md', { query: '?raw', import: 'default' })

/** A dialog with a runbook; its name and a loading text until the text is there, or the error with a retry. */
export default function Runbook({ name, onClose }: { name: string; onClose: () => void }) {
  const query = useQuery({ queryKey: ['runbook', name], queryFn: () => readRunbook(name), staleTime: Infinity })
  const [, title, text] = /^# ([^\n]*)\n(.*)$/s.exec(query.data ?? '') ?? []
  return (
    <Dialog open onOpenChange={onClose} title={title ?? texts.runbookOf(name)} className="max-w-[46rem]!">
      <QueryState
        query={query}
        loading={admin.loading}
        skeleton={<div className="h-40" />}
        errorMessage={() => texts.runbookFailed}
      >
        {() => (
          <Markdown
            options={MARKDOWN}
            className="mt-3 flex flex-col gap-3 text-body text-muted [overflow-wrap:anywhere]"
          >
            {text ?? ''}
          </Markdown>
        )}
      </QueryState>
    </Dialog>
  )
}

async function readRunbook(name: string): Promise<string> {
  const found = Object.entries(RUNBOOKS).find(([path]) => path.endsWith(`/${name}.md`))
  if (found === undefined) throw new Error(`There is no runbook ${name}.`)
  return found[1]()
}

/** The first cell is a name: it is not broken inside a word. */
const CELL = 'py-2 pr-4 last:pr-0 first:[overflow-wrap:normal]'

type Children = { children?: ReactNode }

const MARKDOWN: MarkdownToJSX.Options = {
  forceBlock: true,
  disableParsingRawHTML: true,
  overrides: {
    // pages of the repository, which the browser does not have
    a: ({ children }: Children) => children,
    code: ({ className = '', ...rest }: ComponentProps<'code'>) => (
      <code {...rest} className={`rounded-sm bg-inset px-1 font-mono text-second text-text ${className}`} />
    ),
    h2: ({ children }: Children) => <h3 className="mt-2 text-section text-text">{children}</h3>,
    ol: ({ children }: Children) => <ol className="flex list-decimal flex-col gap-1.5 pl-5">{children}</ol>,
    pre: ({ children }: Children) => (
      <pre className="overflow-x-auto rounded-control bg-inset p-3 [overflow-wrap:normal]">{children}</pre>
    ),
    strong: ({ children }: Children) => <strong className="font-medium text-text">{children}</strong>,
    table: ({ children }: Children) => <table className="w-full text-second">{children}</table>,
    td: ({ children }: Children) => <td className={`border-border border-t align-top ${CELL}`}>{children}</td>,
    th: ({ children }: Children) => <th className={`text-left font-medium text-text ${CELL}`}>{children}</th>,
    ul: ({ children }: Children) => <ul className="flex list-disc flex-col gap-1.5 pl-5">{children}</ul>,
  },
}
