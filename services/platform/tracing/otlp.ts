// Spans as those of OpenTelemetry, sent to a collector by OTLP over HTTP. Loaded on demand, because it costs a start
// some processor time and memory.
import {
  type Context,
  createContextKey,
  ROOT_CONTEXT,
  SpanKind,
  SpanStatusCode,
  TraceFlags,
  trace,
} from '@opentelemetry/api'
import { OTLPTraceExporter } from '@opentelemetry/exporter-trace-otlp-http'
import { detectResources, envDetector, resourceFromAttributes } from '@opentelemetry/resources'
import {
  AlwaysOffSampler,
  AlwaysOnSampler,
  BatchSpanProcessor,
  type IdGenerator,
  RandomIdGenerator,
  type Sampler,
  SamplingDecision,
  type SpanExporter,
  TraceIdRatioBasedSampler,
  TracerProvider,
} from '@opentelemetry/sdk-trace'
import type { Config } from '../config.ts'
import { ExpectedError, lineOf } from '../errors.ts'
import { instanceName } from '../logging/logger.ts'
import type { ProblemLog } from '../process/problem-log.ts'
import type { Service } from '../process/service-environment.ts'
import type { Span, SpanPlace, SpanStart, Tracing } from './spans.ts'
import { traceTime } from './spans.ts'

/** Milliseconds that sending the last spans may take at the end. */
const STOP_MS = 500
const KINDS = { server: SpanKind.SERVER, client: SpanKind.CLIENT }
const ALWAYS = createContextKey('kept whatever the sampler says')

type Settings = Pick<
  Config,
  | 'OTEL_EXPORTER_OTLP_ENDPOINT'
  | 'OTEL_EXPORTER_OTLP_TRACES_ENDPOINT'
  | 'OTEL_TRACES_SAMPLER'
  | 'OTEL_TRACES_SAMPLER_ARG'
  | 'OTEL_BSP_SCHEDULE_DELAY'
  | 'OTEL_EXPORTER_OTLP_HEADERS'
  | 'OTEL_EXPORTER_OTLP_TRACES_HEADERS'
>

/** The exporter itself reads its other settings (certificates, compression, timeout) from the standard variables. */
export function openTracing(service: Service, settings: Settings, log: ProblemLog): Tracing {
  const headers = {
    ...settings.OTEL_EXPORTER_OTLP_HEADERS,
    ...settings.OTEL_EXPORTER_OTLP_TRACES_HEADERS,
  }
  const exporter = telling(new OTLPTraceExporter({ url: addressOf(settings), headers }), log)
  const scheduledDelayMillis = settings.OTEL_BSP_SCHEDULE_DELAY
  const spans = new BatchSpanProcessor({ exporter, scheduledDelayMillis })
  const ids = new GivenIds()
  const provider = new TracerProvider({
    resource: resourceFromAttributes({
      'service.namespace': 'fairbook',
      'service.name': `fairbook-${service}`,
      'service.instance.id': instanceName(),
    }).merge(detectResources({ detectors: [envDetector] })),
    sampler: byTrace(samplerOf(settings)),
    idGenerator: ids,
    spanProcessors: [spans],
  })
  const tracer = provider.getTracer('fairbook')

  function begin(start: SpanStart): Span | null {
    const { name, trace: traceId, id, parent, kind, attributes = {}, links = [], at = traceTime(), always } = start
    let context: Context = always ? ROOT_CONTEXT.setValue(ALWAYS, true) : ROOT_CONTEXT
    if (traceId !== undefined && parent !== undefined)
      context = trace.setSpanContext(context, placed({ trace: traceId, id: parent }))
    const options = {
      startTime: at,
      attributes,
      ...(kind && { kind: KINDS[kind] }),
      links: links.map((link) => ({ context: placed(link) })),
    }
    const span = ids.with({ trace: traceId, id }, () => tracer.startSpan(name, options, context))
    if (!span.isRecording()) return null
    const place = span.spanContext()
    return {
      trace: place.traceId,
      id: place.spanId,
      set: (more) => void span.setAttributes(more),
      fail: (what) => void span.setStatus({ code: SpanStatusCode.ERROR, message: what }),
      end: (until = traceTime()) => span.end(until),
    }
  }

  return {
    begin,
    async stop() {
      const stopped = provider.shutdown().catch(() => undefined)
      await Promise.race([stopped, new Promise((resolve) => setTimeout(resolve, STOP_MS).unref())])
    },
  }
}

/** As the standard has it: one address is for traces as it is, the other is the base of all signals. */
function addressOf({
  OTEL_EXPORTER_OTLP_TRACES_ENDPOINT: traces,
  OTEL_EXPORTER_OTLP_ENDPOINT: all = '',
}: Settings): string {
  return traces ?? `${all.replace(/\/$/, '')}/v1/traces`
}

/** If the collector is down, traces are lost, and a line says so now and then. */
function telling(exporter: SpanExporter, log: ProblemLog): SpanExporter {
  return {
    export(spans, done) {
      exporter.export(spans, (result) => {
        if (result.error !== undefined) log(new ExpectedError(`traces could not be sent: ${lineOf(result.error)}`))
        done(result)
      })
    },
    shutdown: () => exporter.shutdown(),
    forceFlush: async () => exporter.forceFlush?.(),
  }
}

const placed = ({ trace, id }: SpanPlace) => ({
  traceId: trace,
  spanId: id,
  traceFlags: TraceFlags.SAMPLED,
  isRemote: true,
})

/** Uses the ids that were given, if any. The library asks for ids within the call. */
class GivenIds implements IdGenerator {
  #given: Pick<SpanStart, 'trace' | 'id'> = {}
  readonly #random = new RandomIdGenerator()
  readonly generateTraceId = () => this.#given.trace ?? this.#random.generateTraceId()
  readonly generateSpanId = () => this.#given.id ?? this.#random.generateSpanId()

  with<Result>(given: Pick<SpanStart, 'trace' | 'id'>, work: () => Result): Result {
    this.#given = given
    try {
      return work()
    } finally {
      this.#given = {}
    }
  }
}

/** Every process decides the same about a trace, by its id alone. So a parent's decision need not be passed along. */
function byTrace(sampler: Sampler): Sampler {
  return {
    shouldSample(context, ...of) {
      if (context.getValue(ALWAYS) === true) return { decision: SamplingDecision.RECORD_AND_SAMPLED }
      return sampler.shouldSample(context, ...of)
    },
    toString: () => sampler.toString(),
  }
}

function samplerOf({ OTEL_TRACES_SAMPLER: name, OTEL_TRACES_SAMPLER_ARG: ratio }: Settings): Sampler {
  switch (name.replace('parentbased_', '')) {
    case 'always_off':
      return new AlwaysOffSampler()
    case 'traceidratio':
      return new TraceIdRatioBasedSampler(ratio)
    default:
      return new AlwaysOnSampler()
  }
}
