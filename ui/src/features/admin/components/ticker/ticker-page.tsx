import { DeskPage } from '../desk/desk-page.tsx'
import { TickerList } from './ticker-list.tsx'

/** So many the server tells of. */
const MOST = 50

export const TickerPage = () => (
  <DeskPage section="ticker">
    <TickerList most={MOST} />
  </DeskPage>
)
