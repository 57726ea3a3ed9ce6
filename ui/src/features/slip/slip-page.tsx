// Exports: `SlipPage`, the slip as a page of its own (/betslip). The overlay of all other pages is in slip-panel.tsx.
import { messages } from '../../app/messages.ts'
import { PageTitle } from '../shell/page.tsx'
import { SlipBody } from './slip-body.tsx'
import { Receipts } from './slip-panel.tsx'
import { usePlacement } from './use-placement.ts'
import { useSlipView } from './use-slip-lines.ts'

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
