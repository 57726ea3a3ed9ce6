// `ledger prove`: a receipt of any event, made from the log itself.
import type { Answer, Call } from '../commands/command.ts'
import type { LogRow } from '../events/log-row.ts'
import { Incomplete, Usage } from '../failures.ts'
import { parseTarget, type Target } from '../listings/trace/target.ts'
import { headOf } from '../report/head.ts'
import { counted, numbered } from '../report/listing/cells.ts'
import { EXIT } from '../report/report.ts'
import { TREE_COLUMNS } from '../tree/tree-rows.ts'
import { OpenLog } from '../walk/open-log.ts'
import { type Read, Reading } from '../walk/reading.ts'
import { forEachRow } from '../walk/walk.ts'
import { receiptsOf, signedTree } from './receipts.ts'

export async function answerProve(call: Call): Promise<Answer> {
  const target = parseTarget('prove', call.argument!)
  return OpenLog.ask(
    await call.openLedger(),
    async (log) => {
      const signed = await signedTree(log)
      if (signed === null)
        throw new Incomplete('this log has no signed checkpoint to prove anything by: start a notary')
      const { size } = signed
      const { found, read } = await find(log, target, size)
      if (found === null) throw new Usage(`there is no signed event '${call.argument}'`)
      const proof = (await receiptsOf(log, signed, [found])).get(found.number)!
      const sentence = `The receipt proves that ledger number ${numbered(found.number)} is among the ${counted(size, 'event')} that were signed.`
      const head = headOf({ command: 'prove', exitCode: EXIT.clean, sentence }, read)
      return {
        exitCode: EXIT.clean,
        json: () => [`${JSON.stringify({ ...head, number: found.number, size, proof }, null, 2)}\n`],
        text: () => [proof],
      }
    },
    [...TREE_COLUMNS.keys()],
  )
}

/** Finds the event; for a bet, the one that placed it. */
async function find(log: OpenLog, target: Target, size: number): Promise<{ found: LogRow | null; read: Read }> {
  let found: LogRow | null = null
  const reading = new Reading()
  await forEachRow(log, null, (row, _, leaf) => {
    reading.add(row, leaf())
    if (found === null && row.number < size && isMeant(row, target)) found = row
  })
  return { found, read: reading.read }
}

function isMeant(row: LogRow, target: Target): boolean {
  if ('number' in target) return row.number === target.number
  if ('event' in target) return `${row.stream}@${row.version}` === target.event
  return row.type === 'BetPlaced' && row.body.includes(`"bet":"${target.id}"`)
}
