// The answer of `ledger verify`.
import type { Answer, Call } from './commands/command.ts'
import { jsonReport } from './report/json-report.ts'
import { exitCodeOf } from './report/report.ts'
import { textReport } from './report/text-report.ts'
import { verify } from './verify.ts'

export async function answerVerify(call: Call): Promise<Answer> {
  const report = await verify(await call.openLedger())
  return {
    exitCode: exitCodeOf(report),
    json: () => [jsonReport(report)],
    text: (color) => [textReport(report, color)],
  }
}
