// What the supervisor tells programs: lines of JSON as every process writes them, besides the lines that people read.
// On a terminal these would say everything twice, so they are left out.
import { createLogger, type LogOutput } from '#services/platform/logging/logger.ts'

/** `fields`: what the message is about; never the value of a setting. */
type Tell = (fields: Readonly<Record<string, string | number | undefined>>, words: string) => void
export type SupervisorLog = { readonly info: Tell; readonly warn: Tell; readonly error: Tell }

/** Two outputs: lines on the terminal for people, and the log for programs. */
export type Voices = { readonly print: (line: string) => void; readonly log: SupervisorLog }

export const createSupervisorLog = (output: LogOutput & { readonly isTTY?: boolean }): SupervisorLog =>
  createLogger('supervisor', output, output.isTTY === true ? 'silent' : 'info')
