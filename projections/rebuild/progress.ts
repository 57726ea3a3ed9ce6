// The progress of a rebuild for people: on a terminal one line that changes, otherwise a line for each step.
import type { RebuildProgress } from './rebuild.ts'

export type Reporter = {
  progress(progress: RebuildProgress): void
  summary(events: number, readModels: number): string
}

const STEPS = {
  folding: 'folding the log',
  indexing: 'building the indexes',
  switching: 'catching up and switching',
  done: 'done',
} as const
const REDRAW_MS = 200

type Output = { readonly isTTY?: boolean; write(text: string): unknown }

export function createReporter(output: Output, now: () => number = () => performance.now()): Reporter {
  const startedAt = now()
  let drawnAt = Number.NEGATIVE_INFINITY
  let step: RebuildProgress['step'] | null = null
  const rate = (events: number) =>
    Math.round(events / Math.max(0.001, (now() - startedAt) / 1_000)).toLocaleString('en')

  return {
    progress(progress) {
      const isNewStep = progress.step !== step
      step = progress.step
      if (!isNewStep && (!output.isTTY || now() - drawnAt < REDRAW_MS)) return
      drawnAt = now()
      const text = `${STEPS[step]}: ${progress.events.toLocaleString('en')} events, ${rate(progress.events)} a second`
      if (output.isTTY) output.write(`\r\u001b[K${text}${step === 'done' ? '\n' : ''}`)
      else output.write(`${isNewStep && progress.events === 0 ? STEPS[step] : text}\n`)
    },
    summary(events, readModels) {
      const seconds = ((now() - startedAt) / 1_000).toFixed(1)
      const count = events.toLocaleString('en')
      return `${readModels} read model${readModels === 1 ? '' : 's'} rebuilt from ${count} events in ${seconds} s, ${rate(events)} events a second`
    },
  }
}
