// `ledger prove`: a receipt of any event, made of the log itself.
import type { Answer, Call } from '../commands/command.ts'
import type { LogRow } from '../events/log-row.ts'
import { Incomplete, Usage } from '../failures.ts'
import { parseTarget, type Target } from '../listings/trace/target.ts'
import { EXIT } from '../report/report.ts'
import { LogTree } from '../tree/log-tree.ts'
import { openCheckpoint } from '../tree/signed-note.ts'
import { TREE_COLUMNS } from '../tree/tree-rows.ts'
import { OpenLog } from '../walk/open-log.ts'
import { forEachRow } from '../walk/walk.ts'
import { keysOf } from './checkpoint.ts'
import { readRoots } from './roots.ts'

export async function answerProve(call: Call): Promise<Answer> {
  const target = parseTarget(call.argument!)
  return OpenLog.ask(
    await call.openLedger(),
    async (log) => {
      const stored = await log.signed()
      const newest = stored.checkpoints.at(-1)
      const opened = newest === undefined ? null : openCheckpoint(newest.note, keysOf(stored))
      if (opened === null || !opened.ok)
        throw new Incomplete('this log has no signed checkpoint to prove anything by: start a notary')
      const { size, root } = opened.checkpoint
      const found = await find(log, target, size)
      if (found === null) throw new Usage(`no signed event is '${call.argument}'`)
      const ranges = siblings(found.number, size).map(([from, to]) => ({ from, to, tree: new LogTree() }))
      const roots = await readRoots(log, [size], ({ number }, leaf) => {
        for (const { from, to, tree } of ranges) if (number >= from && number < to) tree.add(leaf)
      })
      if (roots.rootAt(size) !== root)
        throw new Incomplete('the log is not the one that was signed: ledger verify says where')
      const proof = [
        'c2sp.org/tlog-proof@v1',
        `extra ${Buffer.from(found.body).toString('base64')}`,
        `index ${found.number}`,
        ...ranges.map(({ tree }) => tree.root()),
        '',
        newest!.note,
      ].join('\n')
      return {
        exitCode: EXIT.clean,
        json: () => [`${JSON.stringify({ schema: 'fairbook-prove/1', number: found.number, size, proof }, null, 2)}\n`],
        text: () => [proof],
      }
    },
    [...TREE_COLUMNS.keys()],
  )
}

/** The event itself; of a bet the one that placed it. */
async function find(log: OpenLog, target: Target, size: number): Promise<LogRow | null> {
  let found: LogRow | null = null
  await forEachRow(log, null, (row) => {
    if (found === null && row.number < size && isMeant(row, target)) found = row
  })
  return found
}

function isMeant(row: LogRow, target: Target): boolean {
  if ('number' in target) return row.number === target.number
  if ('event' in target) return `${row.stream}@${row.version}` === target.event
  return row.type === 'BetPlaced' && row.body.includes(`"bet":"${target.id}"`)
}

/** RFC 6962, section 2.1.1: the ranges of events beside the way from one to the root, the lowest first. */
function siblings(index: number, size: number): [from: number, to: number][] {
  const beside: [number, number][] = []
  for (let from = 0, to = size; to - from > 1; ) {
    const middle = from + 2 ** Math.ceil(Math.log2(to - from) - 1)
    if (index < middle) {
      beside.push([middle, to])
      to = middle
    } else {
      beside.push([from, middle])
      from = middle
    }
  }
  return beside.reverse()
}
