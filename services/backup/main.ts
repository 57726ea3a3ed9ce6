// `npm run backup`: takes a backup of the product that runs, or verifies and restores one. Uses the product's settings.
import { runTool } from '#services/platform/process/tool.ts'

await runTool({
  name: 'backup',
  codes: 'backup',
  whenInterrupted: 'interrupted: the same command does it again',
  // loaded only once signals are handled
  run: async (signal) => (await import('./commands.ts')).runCommand(process.argv.slice(2), signal),
})
