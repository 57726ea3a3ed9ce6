// `ledger evidence`: everything that the log and the database know about a bet, in a folder that can be handed on.
import type { Answer, Call } from '../commands/command.ts'
import { textOption } from '../commands/options.ts'
import { Usage } from '../failures.ts'
import { headOf, readLines } from '../report/head.ts'
import { printable } from '../report/printable.ts'
import { EXIT } from '../report/report.ts'
import { TOOL_VERSION } from '../report/version.ts'
import { TREE_COLUMNS } from '../tree/tree-rows.ts'
import { OpenLog } from '../walk/open-log.ts'
import { emptyFolder, writePacks } from './packs.ts'

const BET = /^[0-9a-f]{32}$/

export async function answerEvidence(call: Call): Promise<Answer> {
  const bet = call.argument!
  if (!BET.test(bet)) throw new Usage(`evidence takes the id of a bet (32 digits and letters), not '${bet}'`)
  const folder = textOption(call, 'packs')
  if (folder === null) throw new Usage('--packs is missing: the folder that the evidence goes to')
  await emptyFolder(folder)
  return OpenLog.ask(
    await call.openLedger(),
    async (log) => {
      const { searched, files, changed, findings, gaps, sentence } = await writePacks(log, [bet], null, folder)
      const exitCode = changed + findings > 0 ? EXIT.findings : gaps > 0 ? EXIT.incomplete : EXIT.clean
      const head = headOf({ command: 'evidence', exitCode, sentence: `${sentence}.` }, searched)
      const answer = { ...head, bet, folder, files, changed, findings }
      const lines = [...readLines(searched), ['tool', `fairbook ledger ${TOOL_VERSION}`] as const]
      return {
        exitCode,
        json: () => [`${JSON.stringify(answer, null, 2)}\n`],
        text: () => [
          `${printable(sentence)}.\n\n`,
          ...lines.map(([title, text]) => `  ${title.padEnd(5)}  ${printable(text)}\n`),
          '\n',
          ...files.map((file) => `${file}\n`),
        ],
      }
    },
    [...TREE_COLUMNS.keys()],
  )
}
