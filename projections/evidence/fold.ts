// Which of the provider's messages the ledger names, and where: bets name prices, results name scores.

import { tablesIn } from '../ddl.ts'
import type { LedgerEvent } from '../event.ts'
import type { Fold, Projection } from '../projection.ts'
import { columnsOf, type Row, unnestAs } from '../table.ts'
import type { Write } from '../write.ts'
import { INTACT } from './complete.ts'

const DDL = `${import.meta.dirname}/table.sql`
const { evidence, evidence_count: evidenceCount } = tablesIn(DDL, 'evidence', 'evidence_count')

/** Counts only messages that are new to the table. */
const NAME = `
  with named as (
    insert into evidence (${Object.keys(evidence.columns).join(', ')})
    select * from ${unnestAs(evidence.columns)} on conflict do nothing returning 1
  )
  update evidence_count set messages = messages + (select count(*) from named)`

class EvidenceFold implements Fold {
  /** By fixture and message. */
  readonly #named = new Map<string, Row>()

  get size(): number {
    return this.#named.size
  }

  add({ type, subject, data, meta }: LedgerEvent): void {
    switch (type) {
      case 'BetPlaced':
        for (const { fixture, message } of data.legs) {
          // a house price is from no provider
          if (message !== undefined) this.#name(fixture, message, 'quote', meta.at)
        }
        break
      case 'ResultRecorded':
      case 'ResultCorrected':
        for (const { message } of data.reads) this.#name(subject, message, 'score', meta.at)
    }
  }

  #name(fixture: string, message: string, kind: 'quote' | 'score', at: string): void {
    const key = `${fixture} ${message}`
    if (!this.#named.has(key)) this.#named.set(key, [fixture, message, kind, at])
  }

  writes(): Write[] {
    if (this.#named.size === 0) return []
    const values = columnsOf(evidence.columns, [...this.#named.values()])
    return [{ name: 'name_evidence', text: NAME, values, rows: 1 }]
  }
}

export const evidenceProjection: Projection = {
  name: 'evidence',
  ddl: DDL,
  tables: [evidenceCount, evidence],
  fold: () => new EvidenceFold(),
  intact: INTACT,
  revision: 1,
}
