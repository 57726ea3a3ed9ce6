// The progress of a rebuild beside the running read models, for the operator: a line at its beginning and end, and now
// and then in between.
import type { Projection } from '../projection.ts'
import type { RebuildProgress } from '../rebuild/rebuild.ts'

const EVERY_MS = 10_000

export function progressLines(
  projections: readonly Projection[],
  log: (line: string) => void,
  now: () => number = () => performance.now(),
): { progress(progress: RebuildProgress): void; done(events: number): void } {
  const names = projections.map(({ name }) => name).join(', ')
  let said = now()
  log(`projector: building ${names} from the log`)
  return {
    progress({ step, events }) {
      if (now() - said < EVERY_MS) return
      said = now()
      log(`projector: building ${names}: ${step}, ${events.toLocaleString('en')} events`)
    },
    done: (events) => log(`projector: ${names} built from ${events.toLocaleString('en')} events`),
  }
}
