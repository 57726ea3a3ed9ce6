// Traces are made if the standard variables of OpenTelemetry say where to send them.
import type { Config } from '../config.ts'
import type { ProblemLog } from '../process/problem-log.ts'
import type { Service } from '../process/service-environment.ts'
import { traceWith } from './spans.ts'

/**
 * Returns a function that stops tracing and sends the spans that have ended by then. `log` is told if sending fails.
 */
export async function startTracing(service: Service, config: Config, log: ProblemLog): Promise<() => Promise<void>> {
  const isAsked =
    config.OTEL_EXPORTER_OTLP_TRACES_ENDPOINT !== undefined || config.OTEL_EXPORTER_OTLP_ENDPOINT !== undefined
  const isOff = config.OTEL_SDK_DISABLED || config.OTEL_TRACES_EXPORTER === 'none'
  if (!isAsked || isOff) return async () => undefined
  const { openTracing } = await import('./otlp.ts')
  const tracing = openTracing(service, config, log)
  traceWith(tracing)
  return async () => {
    traceWith(null)
    await tracing.stop()
  }
}
