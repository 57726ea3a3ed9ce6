// Checks that nothing is interposed between the product and its tables in schema app. It could keep an ended session
// alive, for example, or add to every balance.
import type pg from 'pg'
import type { Findings } from '../../findings/findings.ts'
import { checkFunctions, checkSchema } from './schema-guards.ts'

const OF_SIGN_INS = [
  [
    'begin(bytea, bytea, bytea, bytea, jsonb, bigint, bigint) returns record, plpgsql, volatile',
    '815045e42f738c97a48fae4ea665e63b20414a57b4ed52fe1c27e60aa8aa4545',
  ],
  [
    'count(bytea, jsonb, bigint) returns void, sql, volatile',
    'e43989f28b1efda1462fd7eec25511c5f8dbdf67f9f77204772920f2261243e2',
  ],
  [
    'failures(bigint, bigint, jsonb) returns integer, sql, immutable',
    '5e469fdbf3148b9cd752b201da26f634855244aea0f8cc32e97543b8d0c3f68f',
  ],
  [
    'wait(integer, jsonb) returns bigint, sql, immutable',
    '8bc626f514b13339507d9a79d55b0d62986b644798772cf17b08ea42f04c4b66',
  ],
] as const
/** As `services/accounts/migrations/008-sign-in.sql` makes them. */
const FUNCTIONS = OF_SIGN_INS.map(
  ([what, sha256]) => `app.sign_in_${what}, security invoker, ${sha256}, owned as its schema is`,
)

/** Reports what somebody else has put there. */
export async function checkTableGuards(client: pg.Client, findings: Findings): Promise<void> {
  await checkSchema(client, 'app', findings)
  await checkFunctions(client, 'app', FUNCTIONS, (expected, actual) =>
    findings.about('schema app', 'table_interposed', expected, actual),
  )
}
