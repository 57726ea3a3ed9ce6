// What Prometheus would say about the metrics that a process serves: evaluates the expressions of
// deploy/prometheus/alerts.yml over scrapes, as far as they use its language. How long a condition has to last (`for`)
// is left to Prometheus.
import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { parse } from 'yaml'
import { z } from 'zod'
import { metricsText } from '#services/platform/metrics/registry.ts'

const Alerts = z.object({
  groups: z.array(
    z.object({
      rules: z.array(
        z.object({
          alert: z.string(),
          expr: z.string(),
          annotations: z.object({ summary: z.string(), runbook: z.string() }),
        }),
      ),
    }),
  ),
})
export const rules = Alerts.parse(
  parse(readFileSync(join(import.meta.dirname, '../deploy/prometheus/alerts.yml'), 'utf8')),
).groups.flatMap((group) => group.rules)

type Labels = Readonly<Record<string, string>>
type Sample = { readonly name: string; readonly labels: Labels; readonly value: number }
type Vector = readonly { readonly labels: Labels; readonly value: number }[]
/** `at`: in seconds. */
export type Scrape = { readonly at: number; readonly text: string }

const SCRAPES = 5

/** Scrapes this process, and again if a source was late. */
export async function scrape(): Promise<Scrape> {
  let text = ''
  for (let tries = 0; tries < SCRAPES; tries++) {
    text = await metricsText()
    if (!/^fairbook_metrics_unread\{.*\} 1$/m.test(text)) break
  }
  return { at: performance.now() / 1_000, text }
}

const LABELS = /(\w+)(=~|!~|!=|=)"([^"]*)"/g

const samplesIn = (text: string): Sample[] =>
  [...text.matchAll(/^(\w+)(?:\{(.*)\})? (\S+)$/gm)].map(([, name = '', labels = '', value]) => ({
    name,
    labels: Object.fromEntries([...labels.matchAll(LABELS)].map(([, label, , is]) => [label!, is!])),
    value: value === '+Inf' ? Number.POSITIVE_INFINITY : Number(value),
  }))

const MATCHES: Record<string, (value: string, is: string) => boolean> = {
  '=': (value, is) => value === is,
  '!=': (value, is) => value !== is,
  '=~': (value, is) => new RegExp(`^(?:${is})$`).test(value),
  '!~': (value, is) => !new RegExp(`^(?:${is})$`).test(value),
}
const COMPARES: Record<string, (a: number, b: number) => boolean> = {
  '==': (a, b) => a === b,
  '>': (a, b) => a > b,
  '<': (a, b) => a < b,
}
const AGGREGATES: Record<string, (values: number[]) => number> = {
  sum: (values) => values.reduce((a, b) => a + b, 0),
  min: (values) => Math.min(...values),
  max: (values) => Math.max(...values),
}

/** The labels for which the alert's condition holds after these scrapes of one process; empty if all is well. */
export function raised(alert: string, ...scrapes: readonly Scrape[]): Labels[] {
  const rule = rules.find((one) => one.alert === alert)
  if (rule === undefined) throw new Error(`there is no alert ${alert}`)
  const evaluation = new Evaluation(
    rule.expr,
    scrapes.map(({ at, text }) => ({ at, samples: samplesIn(text) })),
  )
  return evaluation.condition().map(({ labels }) => labels)
}

class Evaluation {
  readonly #expr: string
  readonly #scrapes: readonly { readonly at: number; readonly samples: readonly Sample[] }[]
  #at = 0

  constructor(expr: string, scrapes: readonly { readonly at: number; readonly samples: readonly Sample[] }[]) {
    this.#expr = expr
    this.#scrapes = scrapes
  }

  /**
   * Samples of the left side for which the comparison holds. The right side is a number, or one sample without labels.
   */
  condition(): Vector {
    const left = this.#operand()
    const compare = COMPARES[this.#take(/==|>|</)]!
    let right = this.#operand()
    if (this.#is(/\*/)) right = times(right, this.#operand())
    if (this.#at < this.#expr.length) this.#fail()
    const [bound, ...others] = right
    if (others.length > 0) this.#fail()
    return left.filter(({ value }) => bound !== undefined && compare(value, bound.value))
  }

  #operand(): Vector {
    const number = this.#is(/[\d.]+/)
    if (number !== null) return [{ labels: {}, value: Number(number) }]
    const name = this.#take(/\w+/)
    if (name in AGGREGATES) return this.#aggregate(AGGREGATES[name]!)
    if (name === 'rate' || name === 'increase') return this.#inBrackets(() => this.#growth(name))
    if (name === 'histogram_quantile') return this.#inBrackets(() => this.#quantile())
    const samples = this.#scrapes.at(-1)?.samples ?? []
    return samples.filter(this.#selector(name))
  }

  #aggregate(of: (values: number[]) => number): Vector {
    const by =
      this.#is(/by \(([^)]*)\)/)
        ?.match(/\w+/g)
        ?.slice(1) ?? []
    const groups = Map.groupBy(
      this.#inBrackets(() => this.#operand()),
      ({ labels }) => JSON.stringify(by.map((label) => [label, labels[label] ?? ''])),
    )
    return [...groups].map(([key, group]) => ({
      labels: Object.fromEntries(JSON.parse(key) as [string, string][]),
      value: of(group.map(({ value }) => value)),
    }))
  }

  /**
   * Growth between the first scrape and the last, which are taken as the window. A series that appears counts from
   * zero, because nothing was lost.
   */
  #growth(how: 'rate' | 'increase'): Vector {
    const matches = this.#selector(this.#take(/\w+/))
    this.#take(/\[\d+m\]/)
    const [first, last] = [this.#scrapes[0], this.#scrapes.at(-1)]
    if (first === undefined || last === undefined || first === last) throw new Error(`${how} needs two scrapes`)
    const before = new Map(first.samples.filter(matches).map(({ labels, value }) => [JSON.stringify(labels), value]))
    const seconds = how === 'rate' ? last.at - first.at : 1
    return last.samples
      .filter(matches)
      .map(({ labels, value }) => ({ labels, value: (value - (before.get(JSON.stringify(labels)) ?? 0)) / seconds }))
  }

  /** As in Prometheus: evenly within a bucket, and the last bound for what is beyond it. */
  #quantile(): Vector {
    const share = Number(this.#take(/[\d.]+/))
    this.#take(/,/)
    const buckets = this.#operand().toSorted((a, b) => bound(a) - bound(b))
    const rank = share * (buckets.at(-1)?.value ?? 0)
    const at = rank > 0 ? buckets.findIndex(({ value }) => value >= rank) : -1
    if (at === -1) return []
    const [below, from] = at === 0 ? [0, 0] : [buckets[at - 1]!.value, bound(buckets[at - 1]!)]
    const to = bound(buckets[at]!)
    const within = to === Number.POSITIVE_INFINITY ? 0 : ((to - from) * (rank - below)) / (buckets[at]!.value - below)
    return [{ labels: {}, value: from + within }]
  }

  #selector(name: string): (sample: Sample) => boolean {
    const wanted = [...(this.#is(/\{[^}]*\}/) ?? '').matchAll(LABELS)]
    return (sample) =>
      sample.name === name && wanted.every(([, label, how, is]) => MATCHES[how!]!(sample.labels[label!] ?? '', is!))
  }

  #inBrackets<Result>(inner: () => Result): Result {
    this.#take(/\(/)
    const result = inner()
    this.#take(/\)/)
    return result
  }

  #is(pattern: RegExp): string | null {
    const at = new RegExp(`\\s*(${pattern.source})\\s*`, 'y')
    at.lastIndex = this.#at
    const found = at.exec(this.#expr)
    if (found === null) return null
    this.#at = at.lastIndex
    return found[1]!
  }

  #take(pattern: RegExp): string {
    return this.#is(pattern) ?? this.#fail()
  }

  #fail(): never {
    throw new Error(`not understood at ${this.#at}: ${this.#expr}`)
  }
}

const bound = ({ labels: { le } }: Vector[number]) => (le === '+Inf' ? Number.POSITIVE_INFINITY : Number(le))

const times = (a: Vector, b: Vector): Vector =>
  a.flatMap((left) => b.map((right) => ({ labels: {}, value: left.value * right.value })))
