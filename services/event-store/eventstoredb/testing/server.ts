// The real server that tests run on, if there is one.
import { exec } from 'node:child_process'
import { promisify } from 'node:util'

/** Connection string of a server without TLS, or null. */
export const SERVER_URL: string | null = process.env.EVENTSTORE_URL || null

/** For the names of tests that are skipped. */
export const WHY_SKIPPED = SERVER_URL === null ? ' (skipped: EVENTSTORE_URL is not set)' : ''

/**
 * A shell command that controls the server; `{}` stands for kill, start, pause or unpause, with their meaning in
 * `docker {} name`. Null if the tests must not break the server.
 */
export const SERVER_CONTROL: string | null = SERVER_URL === null ? null : process.env.EVENTSTORE_CONTROL || null

export const WHY_NOT_BROKEN = SERVER_CONTROL === null ? ' (skipped: EVENTSTORE_CONTROL is not set)' : ''

/** Resolves when the command has ended; a server that was started may take longer to answer. */
export async function control(action: 'kill' | 'start' | 'pause' | 'unpause'): Promise<void> {
  await promisify(exec)(SERVER_CONTROL!.replace('{}', action))
}
