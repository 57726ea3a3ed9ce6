// `npm run backup`: takes a backup of the product that runs, or verifies and restores one. Uses the product's settings.
const interrupted = new AbortController()
for (const signal of ['SIGINT', 'SIGTERM'] as const) process.once(signal, () => interrupted.abort())

const { BackupError } = await import('./errors.ts')
const { lineOf } = await import('#services/platform/errors.ts')
const { runCommand, UsageError } = await import('./commands.ts')

try {
  process.exitCode = await runCommand(process.argv.slice(2), interrupted.signal)
} catch (error) {
  const code = error instanceof BackupError ? `${error.code}: ` : ''
  const line = interrupted.signal.aborted ? 'interrupted: the same command does it again' : `${code}${lineOf(error)}`
  process.stderr.write(`backup: ${line}\n`)
  if (error instanceof UsageError) process.stderr.write(`${error.usage}\n`)
  process.exitCode = interrupted.signal.aborted ? 130 : 1
}
