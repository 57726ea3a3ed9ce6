// Runs a command of the auditor in this process, as its table defines it.
import type { LedgerPlace } from '#services/auditor/commands/command.ts'
import { COMMANDS } from '#services/auditor/commands/commands.ts'

export type Asked = { readonly code: number; readonly json: string; readonly text: string }
export type Options = Readonly<Record<string, string | boolean | readonly string[]>>

export async function ask(
  where: LedgerPlace,
  name: string,
  options: Options = {},
  argument: string | null = null,
): Promise<Asked> {
  const answerOf = await COMMANDS.find((spec) => spec.name === name)!.load()
  const answer = await answerOf({ argument, options, openLedger: async () => ({ ...where, threads: 1 }) })
  const [json, text] = [await Array.fromAsync(answer.json()), await Array.fromAsync(answer.text(false))]
  const asked = { code: answer.exitCode, json: json.join(''), text: text.join('') }
  answer.close?.()
  return asked
}
