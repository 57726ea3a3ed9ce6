// Asks a command of the auditor in this process, as its table has it.
import { COMMANDS } from '#services/auditor/commands/commands.ts'
import type { AuditedStore } from '#services/auditor/event-store/log.ts'

export type Asked = { readonly code: number; readonly json: string; readonly text: string }
export type Options = Readonly<Record<string, string | boolean | readonly string[]>>

/** `store`: of the log, where that is not in the database. */
export async function ask(
  where: { readonly url: string; readonly store?: AuditedStore },
  name: string,
  options: Options = {},
  argument: string | null = null,
): Promise<Asked> {
  const answerOf = await COMMANDS.find((spec) => spec.name === name)!.load()
  const answer = await answerOf({ argument, options, openLedger: async () => ({ ...where, threads: 1 }) })
  const asked = { code: answer.exitCode, json: [...answer.json()].join(''), text: [...answer.text(false)].join('') }
  answer.close?.()
  return asked
}
