// Exports: `SlipPage`, the slip as a page of its own (/betslip). The overlay of all other pages is in slip-panel.tsx.

import { PageTitle } from '#ui/layout/page-title.tsx'
import { messages } from '#ui/lib/messages.ts'
import { SlipBody } from './components/slip-body.tsx'
import { Receipts } from './components/slip-panel.tsx'
import { useSlipView } from './model/slip-view.ts'
import { usePlacement } from './model/use-placement.ts'

export function SlipPage() {
  const view = useSlipView()
  const actions = usePlacement(view)
  return (
    <div className="mx-auto w-full max-w-[34rem]">
      <PageTitle hidden>Bet slip</PageTitle>
      <section
        aria-label="Bet slip"
        className="flex flex-col overflow-hidden rounded-slip border border-border bg-surface"
      >
        <SlipBody view={view} actions={actions} emptyText={messages.slip.empty} />
      </section>
      <Receipts actions={actions} />
    </div>
  )
}
