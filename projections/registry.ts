// Every read model, in the order in which a batch writes them.
import { accounts } from './accounts/fold.ts'
import { askedProjection } from './asked/fold.ts'
import { auditProjection } from './audit/fold.ts'
import { balances } from './balances/fold.ts'
import { bets } from './bets/fold.ts'
import { bookProjection } from './book/fold.ts'
import { correctedProjection } from './corrected/fold.ts'
import { deskProjection } from './desk/fold.ts'
import { evidenceProjection } from './evidence/fold.ts'
import { fixtures } from './fixtures/fold.ts'
import { floatsProjection } from './floats/fold.ts'
import { houseProjection } from './house/fold.ts'
import { notes } from './notes/fold.ts'
import { offer } from './offer/fold.ts'
import { popularity } from './popularity/fold.ts'
import type { Projection } from './projection.ts'
import { settlementProjection } from './settlement/fold.ts'
import { statement } from './statement/fold.ts'
import { statistics } from './statistics/fold.ts'
import { transfers } from './transfers/fold.ts'
import { treasuryProjection } from './treasury/fold.ts'

export const projections: readonly Projection[] = [
  settlementProjection,
  accounts,
  transfers,
  treasuryProjection,
  floatsProjection,
  askedProjection,
  bets,
  houseProjection,
  bookProjection,
  correctedProjection,
  fixtures,
  notes,
  offer,
  deskProjection,
  popularity,
  statistics,
  statement,
  balances,
  auditProjection,
  evidenceProjection,
]
