// Alerts and dashboard compared with the existing metrics, and with the runbook that describes them.
import { globSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { expect, test } from 'vitest'
import { parse } from 'yaml'
import { z } from 'zod'
import { metricsText, watchProcess } from '#services/platform/metrics/registry.ts'
import { METRICS_PORTS } from '#services/supervisor/service-settings.ts'
import { rules } from './alerts.ts'
import { sectionsOf } from './sections.ts'

const ROOT = join(import.meta.dirname, '..')
const read = (file: string) => readFileSync(join(ROOT, file), 'utf8')

const Dashboard = z.object({ panels: z.array(z.object({ targets: z.array(z.object({ expr: z.string() })) })) })

const Scraping = z.object({
  rule_files: z.array(z.string()),
  scrape_configs: z.array(
    z.object({
      job_name: z.string(),
      static_configs: z.array(z.object({ targets: z.array(z.string()), labels: z.record(z.string(), z.string()) })),
    }),
  ),
})
const Receivers = z.object({
  route: z.object({ receiver: z.string() }),
  receivers: z.array(z.object({ name: z.string() })),
})

/** As declared in the sources; a histogram has three names. */
const declared = globSync(['services/**/*.ts', 'projections/**/*.ts'], { cwd: ROOT })
  .filter((file) => !file.endsWith('.test.ts'))
  .flatMap((file) => [...read(file).matchAll(/\b(counter|gauge|histogram)\(\s*'(\w+)'/g)])
  .map(([, kind, name]) => ({ kind, name: `fairbook_${name}` }))
const queried = new Set(
  declared.flatMap(({ kind, name }) =>
    kind === 'histogram' ? [`${name}_bucket`, `${name}_sum`, `${name}_count`] : name,
  ),
)
const namesIn = (text: string): string[] => text.match(/\b(fairbook|process|nodejs)_\w+/g) ?? []

const panels = Dashboard.parse(JSON.parse(read('deploy/grafana/fairbook.json'))).panels

test.each([
  ['alerts', rules.map(({ expr }) => expr)],
  ['dashboard', panels.flatMap(({ targets }) => targets.map(({ expr }) => expr))],
])('the %s ask for metrics that there are', async (_name, expressions) => {
  watchProcess()
  const ofTheProcess = await metricsText()
  const names = expressions.flatMap(namesIn)
  expect(names.length).toBeGreaterThan(10)
  const unknown = names.filter((name) => !queried.has(name) && !ofTheProcess.includes(`# TYPE ${name} `))
  expect(unknown).toEqual([])
})

test('the example for npm start scrapes each of its processes at its port', () => {
  const [ofNpmStart, ofContainers] = ['npm-start', 'prometheus'].map((name) =>
    Scraping.parse(parse(read(`deploy/prometheus/${name}.yml`))),
  )
  const static_configs = METRICS_PORTS.map((service, index) => ({
    targets: [`127.0.0.1:${9464 + index}`],
    labels: { service },
  }))
  expect(ofNpmStart).toEqual({ ...ofContainers, scrape_configs: [{ job_name: 'fairbook', static_configs }] })
})

test('firing alerts come first on the dashboard, and reach an existing receiver', () => {
  expect(panels[0]!.targets.map(({ expr }) => expr)).toEqual(['ALERTS{alertstate=~"firing|pending"}'])
  const { route, receivers } = Receivers.parse(parse(read('deploy/prometheus/alertmanager.yml')))
  expect(receivers.map(({ name }) => name)).toContain(route.receiver)
})

test('each alert says what to do, under an existing heading that names it', () => {
  expect(new Set(rules.map(({ alert }) => alert)).size).toBe(rules.length)
  const unnamed = rules.filter(({ alert, annotations }) => {
    const [page = '', anchor = ''] = annotations.runbook.split('#')
    const section = sectionsOf(read(page)).find((one) => one.anchor === anchor)
    return section === undefined || !section.text.includes(`\`${alert}\``)
  })
  expect(unnamed.map(({ alert, annotations }) => `${alert}: ${annotations.runbook}`)).toEqual([])
})

test('each alert is raised in a test that breaks what it watches', () => {
  const tests = globSync(['services/**/*.test.ts', 'projections/**/*.test.ts'], { cwd: ROOT })
  const broken = tests.flatMap((file) => [...read(file).matchAll(/\braised\('(\w+)'/g)].map(([, alert]) => alert!))
  expect([...new Set(broken)].toSorted()).toEqual(rules.map(({ alert }) => alert).toSorted())
})

test('the runbook has every metric, and no other', () => {
  const described = new Set(namesIn(read('docs/runbooks/metrics.md')).filter((name) => name.startsWith('fairbook_')))
  expect([...described].toSorted()).toEqual(declared.map(({ name }) => name).toSorted())
})
