import { PageTitle } from '#ui/layout/page-title.tsx'
import { inSlip } from '#ui/lib/messages/slip.ts'
import { Receipts } from './components/receipt/receipts.tsx'
import { SlipBody } from './components/slip-body.tsx'
import { usePlacement } from './model/placing/use-placement.ts'
import { useSlipView } from './model/slip-view.ts'

/** The slip as a page of its own. */
export function SlipPage() {
  const view = useSlipView()
  const actions = usePlacement(view)
  return (
    <div className="w-full max-w-[34rem] max-xl:mx-auto">
      <PageTitle hidden>Bet slip</PageTitle>
      <section
        aria-label="Bet slip"
        data-slip=""
        className="flex flex-col overflow-hidden rounded-slip border border-border bg-surface"
      >
        <SlipBody view={view} actions={actions} emptyText={inSlip.empty} />
      </section>
      <Receipts onClose={actions.closeReceipts} />
    </div>
  )
}
