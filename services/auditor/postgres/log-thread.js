// Starts the thread that reads the log, with compiled code.
import '../compiled.js'

await import('./log-thread.ts')
