// The parts of pino-roll that are used here; it has no types of its own.
declare module 'pino-roll' {
  import type { EventEmitter } from 'node:events'

  type RollingFile = EventEmitter & { write(line: string): boolean; end(): void }
  export default function roll(options: {
    file: string
    size: string
    limit: { count: number; removeOtherLogFiles: boolean }
    mode: number
  }): Promise<RollingFile>
}
