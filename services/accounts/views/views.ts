// Records in the ledger that an admin or auditor is shown personal data, before they are (docs/decisions/0065).
import { LRUCache } from 'lru-cache'
import { businessDay } from '#domain/calendar/business-day.ts'
import type { View, ViewOfAll, ViewOfSomebody } from '#domain/session/views.ts'
import { commandId } from '#services/commands/command-id.ts'
import type { Session } from '../sessions/session.ts'
import { executorOf, type RecordingDeps } from '../sign-ins/recording.ts'

type Viewer = Pick<Session, 'accountId' | 'role' | 'commitment'>

export type Views = {
  /** Resolves when the ledger has it. Throws OutcomeUnknown, StoreUnavailable: then nothing may be shown. */
  ofSomebody(viewer: Viewer, what: ViewOfSomebody, account: string): Promise<void>
  ofAll(viewer: Viewer, what: ViewOfAll): Promise<void>
}

/** How many recorded views a process remembers; for others it asks the ledger again. */
const REMEMBERED_MAX = 20_000

export function createViews(deps: RecordingDeps): Views {
  const execute = executorOf(deps)
  const recorded = new LRUCache<string, true>({ max: REMEMBERED_MAX })

  async function record({ accountId, role, commitment }: Viewer, what: View, account: string): Promise<void> {
    const day = businessDay(deps.businessNow().toISOString())
    const id = commandId(accountId, `view ${what} ${account} ${day}`)
    if (recorded.has(id)) return
    const by = { actor: { id: accountId, role }, session: commitment }
    // the first view of a day is recorded, in whatever session
    await execute(account, { type: 'RecordView', what }, id, by)
    recorded.set(id, true)
  }

  return {
    // looking at one's own page is nobody else's business
    ofSomebody: async (viewer, what, account) => {
      if (account !== viewer.accountId) await record(viewer, what, account)
    },
    ofAll: (viewer, what) => record(viewer, what, viewer.accountId),
  }
}
