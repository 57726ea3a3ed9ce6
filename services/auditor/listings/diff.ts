// `ledger diff`: compares the read models with the independent replay, model by model and row by row.
import type { Answer, Call } from '../commands/command.ts'
import { listOption } from '../commands/options.ts'
import type { LogRow } from '../events/log-row.ts'
import { readSchemas } from '../events/schemas.ts'
import { Usage } from '../failures.ts'
import { type Finding, Findings } from '../findings/findings.ts'
import { CHECKPOINTS, readCheckpoints } from '../read-models/checkpoints.ts'
import { checkColumns } from '../read-models/column-check.ts'
import { Comparison } from '../read-models/comparison.ts'
import { READ_MODELS } from '../read-models/models.ts'
import { POSITION } from '../read-models/table-check.ts'
import { Replay } from '../replay/replay.ts'
import { replayAll } from '../replay/replay-log.ts'
import { answerOf } from '../report/listing/answer.ts'
import { counted, type Row } from '../report/listing/cells.ts'
import type { Listing } from '../report/listing/listing.ts'
import { Rows } from '../report/listing/rows.ts'
import { Sorted } from '../spill/sorted.ts'
import type { Spill } from '../spill/spill.ts'
import { OpenLog } from '../walk/open-log.ts'
import { Reading } from '../walk/reading.ts'

const MODEL_COLUMNS = [
  { key: 'model', title: 'Read model' },
  { key: 'number', title: 'At number', as: 'number' },
  { key: 'rows', title: 'Rows', as: 'number' },
  { key: 'differences', title: 'Differences', as: 'number' },
] as const
const DIFFERENCE_COLUMNS = [
  { key: 'model', title: 'Read model' },
  { key: 'code', title: 'Difference' },
  { key: 'number', title: 'Number', as: 'number' },
  { key: 'subject', title: 'Row' },
  { key: 'expected', title: 'By the log' },
  { key: 'actual', title: 'In the row' },
] as const

/** Any number of findings, counted by read model. */
class Differences extends Findings {
  readonly byModel = new Map<string, number>()
  /** Tables are compared side by side, so differences are found in no particular order. */
  readonly #sorted: Sorted<Row>

  constructor(spill: Spill) {
    super()
    this.#sorted = new Sorted(spill)
  }

  override add(finding: Finding): void {
    const { code, number, subject, account, expected, actual } = sameOnEveryStore(finding)
    const model = modelOf(subject)
    this.count += 1
    this.byModel.set(model, (this.byModel.get(model) ?? 0) + 1)
    const place = number === null ? '' : String(number).padStart(16, '0')
    const key = [model, place, subject, code, expected, actual].join('\t')
    this.#sorted.add(key, { model, code, number, subject, account, expected, actual })
  }

  /** To be called once all were found. Sorted by read model, ledger number and row. */
  rows(): Rows {
    const rows = new Rows(DIFFERENCE_COLUMNS)
    for (const row of this.#sorted) rows.add(row)
    return rows
  }
}

/** The same event has different positions on different stores, so a wrong position is shown without values. */
function sameOnEveryStore(finding: Finding): Finding {
  if (!finding.expected.startsWith(`${POSITION} = `)) return finding
  return { ...finding, expected: `${POSITION} = that of the event`, actual: `${POSITION} = another one` }
}

const CHECKPOINT = 'projection_checkpoint'
const MODEL_OF_TABLE = new Map(
  READ_MODELS.flatMap(({ projection, tables }) => tables.map(({ table }) => [table, projection] as const)),
)

/** `subject`: '<table> <key>'. */
function modelOf(subject: string): string {
  const [table = '', key = ''] = subject.split(' ', 2)
  return table === CHECKPOINT ? key : (MODEL_OF_TABLE.get(table) ?? table)
}

export async function answerDiff(call: Call): Promise<Answer> {
  const asked = listOption(call, 'model')
  const only = asked === null ? null : new Set(asked)
  for (const model of asked ?? []) expectModel(model)
  const models = READ_MODELS.filter(({ projection }) => only?.has(projection) !== false)
  const tables = models.flatMap((model) => model.tables.map(({ table }) => `app.${table}`))
  const compare = async (log: OpenLog): Promise<Answer> => {
    const findings = new Findings()
    const differences = new Differences(log.spill)
    // always there: the command has no option for an export
    const snapshot = log.snapshot!
    await checkColumns(snapshot, { columns: new Map() }, findings)
    const replay = new Replay(readSchemas(), findings, { spill: log.spill })
    const comparison = await Comparison.begin({
      ...{ snapshot, replay, findings: differences, only },
      checkpoints: await readCheckpoints(snapshot.main),
    })
    const reading = new Reading()
    const tree = { ready: async () => undefined, add: (row: LogRow, leaf: Buffer) => reading.add(row, leaf) }
    await replayAll(log.read(), { replay, comparison, tree, onProgress: (done) => log.report(done, log.total) })
    await comparison.end()
    for (const { what, number } of differences.gaps) findings.gap(what, number)
    const rows = new Rows(MODEL_COLUMNS)
    for (const { projection: model, number } of comparison.places) {
      const differing = differences.byModel.get(model) ?? 0
      rows.add({ model, number, rows: comparison.compared.get(model) ?? 0, differences: differing })
    }
    const { count, byModel } = differences
    const listing: Listing = {
      command: 'diff',
      sentence:
        count === 0
          ? `${counted(comparison.rows, 'row')} of ${counted(comparison.compared.size, 'read model')} are what the log comes to, each at the ledger number that it has reached.`
          : `${counted(count, 'difference')} in ${[...byModel.keys()].toSorted().join(', ')}: what the screens show there does not follow from the log.`,
      findings: count,
      passage: { ...reading.read, logId: replay.logId, findings },
      facts: [{ key: 'differencesInAll', title: 'differences', value: count, shown: String(count) }],
      tables: [
        { key: 'models', title: 'Read models', rows },
        { key: 'differences', title: 'Differences', rows: differences.rows() },
      ],
    }
    return answerOf(listing)
  }
  return OpenLog.ask(await call.openLedger(), compare, [...tables, CHECKPOINTS])
}

function expectModel(model: string): void {
  const known = READ_MODELS.map(({ projection }) => projection)
  if (!known.includes(model)) throw new Usage(`no read model is called '${model}': there are ${known.join(', ')}`)
}
