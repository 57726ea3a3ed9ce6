import { DeskPage } from '../desk/desk-page.tsx'
import { TickerList } from './ticker-list.tsx'

/** The number of bets that the server sends. */
const MOST = 50

/** The ticker at its own address. */
export const TickerPage = () => (
  <DeskPage section="ticker">
    <TickerList most={MOST} />
  </DeskPage>
)
