// Second factors and their recovery codes against the ledger's commitments. The commitment to a secret is to its
// stored, encrypted form.
import type pg from 'pg'
import type { Findings } from '../findings/findings.ts'
import type { Account } from '../replay/entities.ts'
import type { Spill } from '../spill/spill.ts'
import type { SpillMap } from '../spill/spill-map.ts'
import { commitmentOf, rowsOf } from './commitments.ts'

export const SECOND_FACTORS = ['app.authenticator', 'app.recovery_code_set', 'app.recovery_code']

/** The account of each commitment. */
export type SecondFactors = { readonly secrets: SpillMap<string>; readonly recoveryCodes: SpillMap<string> }

type Row = { commitment: string; account: string; salt: Buffer; value: string }

/** Checks every row against its commitment, and returns whose they are. */
export async function readSecondFactors(client: pg.Client, findings: Findings, spill: Spill): Promise<SecondFactors> {
  const secrets = `select commitment, account_id as account, salt, translate(encode(secret, 'base64'), E'\\n', '') as value
    from app.authenticator order by commitment`
  const recoveryCodes = `select s.commitment, s.account_id as account, s.salt,
      coalesce(string_agg(encode(c.code_hash, 'hex'), ' ' order by c.code_hash), '') as value
    from app.recovery_code_set s left join app.recovery_code c on c.commitment = s.commitment
    group by s.commitment, s.account_id, s.salt order by s.commitment`
  await findOrphans(client, findings)
  return {
    secrets: await ownersIn(client, secrets, findings, spill),
    recoveryCodes: await ownersIn(client, recoveryCodes, findings, spill),
  }
}

/** Reports codes that belong to no set: they let nobody in, and the product never stores such codes. */
async function findOrphans(client: pg.Client, findings: Findings): Promise<void> {
  const { rows } = await client.query<{ commitment: string }>(
    `select distinct c.commitment from app.recovery_code c
      where not exists (select from app.recovery_code_set s where s.commitment = c.commitment) order by 1`,
  )
  for (const { commitment } of rows) {
    findings.about(`second factor ${commitment}`, 'factor_mismatch', 'a set that the codes are of', 'none')
  }
}

async function ownersIn(client: pg.Client, query: string, findings: Findings, spill: Spill): Promise<SpillMap<string>> {
  const owners = spill.scratch<string>()
  for await (const { commitment, account, salt, value } of rowsOf<Row>(client, query)) {
    owners.set(commitment, account)
    spill.settle()
    const due = commitmentOf(salt, value)
    if (due !== commitment) findings.about(`second factor ${commitment}`, 'factor_mismatch', commitment, due, account)
  }
  return owners
}

/** Reports an account whose stored factor or recovery codes are not those in force by the ledger. */
export function checkSecondFactor(
  { id, factor, factorSince }: Account,
  { secrets, recoveryCodes }: SecondFactors,
  newerThan: string | null,
  findings: Findings,
): void {
  if (factor === null) return
  if (secrets.peek(factor.secret) === id && recoveryCodes.peek(factor.recoveryCodes) === id) return
  if (newerThan !== null && factorSince !== null && factorSince > newerThan) return
  findings.about(`identity ${id}`, 'factor_mismatch', factor.secret, 'other rows, or none', id)
}
