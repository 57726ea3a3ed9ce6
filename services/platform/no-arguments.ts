/**
 * Ends the process with 1 if anything was passed on the command line, with a line that says what to do `instead`. For
 * commands that read no arguments: with `--help` or a misspelt option, one would otherwise start a product, move a log,
 * or play for minutes.
 */
export function refuseArguments(command: string, instead = 'its settings are environment variables'): void {
  const given = process.argv.slice(2)
  if (given.length === 0) return
  process.stderr.write(`${command}: takes no arguments (${given.join(' ')}); ${instead}\n`)
  process.exit(1)
}
