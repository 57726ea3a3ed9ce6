// What the supervisor tells programs: the lines of JSON that every process writes, beside those that people read. On a terminal
// it would say everything twice, and says nothing.
import { createLogger, type LogOutput } from '#services/platform/logging/logger.ts'

/** `fields`: what the words are about; nothing of a setting. */
type Tell = (fields: Readonly<Record<string, string | number | undefined>>, words: string) => void
export type SupervisorLog = { readonly info: Tell; readonly warn: Tell; readonly error: Tell }

/** To people, a line on the terminal, and to programs. */
export type Voices = { readonly print: (line: string) => void; readonly log: SupervisorLog }

export const createSupervisorLog = (output: LogOutput & { readonly isTTY?: boolean }): SupervisorLog =>
  createLogger('supervisor', output, output.isTTY === true ? 'silent' : 'info')
