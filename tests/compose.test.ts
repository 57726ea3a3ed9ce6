// docker-compose.yml compared with what it refers to: scripts, settings, services, files. If Docker's compose plugin is
// installed, it is asked as well.
import { spawnSync } from 'node:child_process'
import { existsSync, globSync, mkdirSync, mkdtempSync, readFileSync, rmSync, statSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { expect, test } from 'vitest'
import { parse } from 'yaml'
import { z } from 'zod'
import { readConfig } from '#services/platform/config.ts'
import { SECRETS } from '#services/platform/process/service-environment.ts'

const ROOT = join(import.meta.dirname, '..')
const read = (file: string) => readFileSync(join(ROOT, file), 'utf8')

const Limits = z.strictObject({ cpus: z.string(), memory: z.string(), pids: z.number().int() })
const Duration = z.string().regex(/^\d+(ms|s|m)$/)
const Scalar = z.union([z.string(), z.number()])
const Service = z.strictObject({
  image: z.string(),
  build: z.literal('.').optional(),
  init: z.literal(true).optional(),
  profiles: z.tuple([z.enum(['metrics', 'traces', 'cluster', 'backup'])]).optional(),
  restart: z.enum(['unless-stopped', 'on-failure', 'no']),
  stop_grace_period: Duration.optional(),
  command: z.union([z.string(), z.tuple([z.literal('-ec'), z.string()])]).optional(),
  entrypoint: z.literal('/bin/sh').optional(),
  user: z.literal('0:0').optional(),
  read_only: z.literal(true),
  tmpfs: z.array(z.string().startsWith('/')),
  cap_drop: z.tuple([z.literal('ALL')]),
  cap_add: z.array(z.enum(['CHOWN', 'DAC_OVERRIDE', 'FOWNER', 'NET_BIND_SERVICE', 'SETGID', 'SETUID'])).optional(),
  security_opt: z.tuple([z.literal('no-new-privileges:true')]),
  logging: z.strictObject({ driver: z.literal('local'), options: z.record(z.string(), z.string()) }),
  shm_size: z.string().optional(),
  networks: z.array(z.string()).min(1),
  deploy: z.strictObject({ resources: z.strictObject({ limits: Limits }), replicas: z.string().optional() }),
  environment: z.record(z.string().regex(/^[A-Z_]+$/), Scalar).optional(),
  ports: z.array(z.string()).optional(),
  volumes: z.array(z.string()).optional(),
  depends_on: z
    .record(z.string(), z.strictObject({ condition: z.enum(['service_healthy', 'service_completed_successfully']) }))
    .optional(),
  healthcheck: z
    .union([
      z.strictObject({ disable: z.literal(true) }),
      z.strictObject({
        test: z.tuple([z.literal('CMD')]).rest(z.string()),
        interval: Duration,
        timeout: Duration,
        start_period: Duration.optional(),
        retries: z.number().int(),
      }),
    ])
    .optional(),
})
type Service = z.infer<typeof Service>
const Compose = z.looseObject({
  name: z.string(),
  services: z.record(z.string(), Service),
  networks: z.record(z.string(), z.union([z.null(), z.strictObject({ internal: z.literal(true) })])),
  volumes: z.record(z.string(), z.null()),
})
const Overlay = z.looseObject({
  services: z.record(
    z.string(),
    z.strictObject({ environment: z.record(z.string(), z.string()), secrets: z.array(z.string()) }),
  ),
  secrets: z.record(z.string(), z.strictObject({ file: z.string() })),
})

const compose = Compose.parse(parse(read('docker-compose.yml'), { merge: true }))
const inFiles = Overlay.parse(parse(read('deploy/compose.secrets.yml'), { merge: true }))
const services = Object.entries(compose.services)
const ours = services.filter(([, service]) => service.image === 'fairbook')
const { scripts } = JSON.parse(read('package.json')) as Record<string, Record<string, string>>

/**
 * Fills in variables as compose does, with only `given` ones set. Without a colon, a variable set to nothing counts as
 * set.
 */
const filledIn = (text: string, given: Readonly<Record<string, string>> = {}) =>
  text.replace(/\$\{(\w+)(?:(:?)([-+])([^}]*))?\}/g, (_, name: string, colon: string, how?: string, other = '') => {
    const value = given[name]
    const isSet = value !== undefined && (colon === '' || value !== '')
    if (how === '+') return isSet ? other : ''
    return isSet ? value : how === '-' ? other : ''
  })
const withDefaults = (text: string) => filledIn(text)

const PROCESSES_OF_THE_LOG = ['api', 'projector', 'notary', 'worker'].flatMap((name) => [`${name}-1`, `${name}-2`])
const count = (prefix: string) => ours.filter(([name]) => name.startsWith(prefix)).length

test('its top names every setting, but for those that another page tells of', () => {
  const text = read('docker-compose.yml')
  const [top = ''] = text.split('\nname: ')
  const set = new Set(text.matchAll(/\$\{(\w+)/g).map(([, name]) => name!))
  const named = new Set(top.matchAll(/[A-Z]\w*[A-Z]/g).map(([name]) => name))
  // keys belong into the notaries' volume; the other variables of OpenTelemetry are on the page that it names
  const elsewhere = /^(OTEL_\w+|LOG_SIGNING_KEY(_OLD)?)$/
  expect([...set].filter((name) => !named.has(name) && !elsewhere.test(name))).toEqual([])
})

test('two apis, projectors, notaries and workers, one simulator, and the servers', () => {
  expect(['api', 'projector', 'notary', 'worker', 'simulator'].map(count)).toEqual([2, 2, 2, 2, 1])
  expect(Object.keys(compose.services)).toEqual(expect.arrayContaining(['entry', 'postgres', 'redis', 'eventstore']))
})

test.each(ours)('%s runs a script of package.json with settings that are valid by default', (_name, service) => {
  const script = /^npm run --silent (\w+)$/.exec(String(service.command))?.[1]
  expect(scripts).toHaveProperty(script!)
  const env = Object.fromEntries(
    Object.entries(service.environment ?? {}).map(([name, value]) => [name, withDefaults(String(value))]),
  )
  const config = readConfig(env)
  for (const name of Object.keys(env).filter((name) => env[name] !== '')) expect(config).toHaveProperty(name)
  expect(config.DATABASE_URL).toBeDefined()
})

test('the log is on the EventStoreDB beside it, on another, under a name of its own there, or in Postgres', () => {
  const users = ours.filter(([, { environment = {} }]) => 'EVENTSTORE_URL' in environment)
  expect(users.map(([name]) => name)).toEqual([...PROCESSES_OF_THE_LOG, 'backup'])
  const none = { EVENTSTORE_URL: '', EVENTSTORE_URL_FILE: '', EVENTSTORE_NODES: '0' }
  for (const [name, { environment = {} }] of users) {
    const { environment: over = {} } = inFiles.services[name]!
    const settingsOf = (from: Service['environment'], given: Record<string, string>) => {
      const settings = ['EVENTSTORE_URL', 'EVENTSTORE_URL_FILE', 'EVENTSTORE_PREFIX']
      return settings.map((setting) => filledIn(String(from?.[setting] ?? ''), given))
    }
    expect(settingsOf(environment, {})).toEqual(['esdb://eventstore:2113?tls=false', '', ''])
    expect(settingsOf({ ...environment, ...over }, {})).toEqual(['', '/run/secrets/eventstore-url', ''])
    const other = { EVENTSTORE_URL: 'esdb://elsewhere:2113', EVENTSTORE_PREFIX: 'ours' }
    expect(settingsOf(environment, other)).toEqual(['esdb://elsewhere:2113', '', 'ours'])
    for (const from of [environment, { ...environment, ...over }]) expect(settingsOf(from, none)).toEqual(['', '', ''])
  }
  expect(filledIn(compose.services.eventstore!.deploy.replicas!, none)).toBe('0')
  const page = read('docs/runbooks/containers.md')
  for (const setting of Object.entries(none)) expect(page).toContain(setting.join('='))
})

test('processes that make traces are given every setting for them', () => {
  const settings = [...read('services/platform/config.ts').matchAll(/^ {2}(OTEL_[A-Z_]+):/gm)].map(([, name]) => name!)
  // there is only one protocol
  const named = settings.filter((name) => !name.endsWith('_PROTOCOL'))
  expect(named.length).toBeGreaterThan(5)
  for (const part of ['api-1', 'projector-1', 'notary-1', 'worker-1']) {
    const told = Object.keys(compose.services[part]!.environment!).filter((name) => name.startsWith('OTEL_'))
    expect(told.toSorted()).toEqual([...named, 'OTEL_RESOURCE_ATTRIBUTES'].toSorted())
  }
})

test.each(ours)('%s is given no secret that it does not need', (name, { environment = {} }) => {
  const [part = ''] = name.split('-')
  const secrets = Object.entries(environment).filter(
    // an expression for whether a secret is set is not a secret
    ([setting, value]) => setting in SECRETS && !String(value).includes(':+'),
  )
  const needed = Object.keys(SECRETS).filter((setting) => SECRETS[setting]!.some((one) => one === part))
  const ofTools: Record<string, string[]> = {
    migrate: ['DATABASE_URL', 'DATABASE_OWNER_URL'],
    backup: ['DATABASE_URL', 'EVENTSTORE_URL', 'LOG_SIGNING_KEY'],
    restore: ['DATABASE_URL', 'DATABASE_OWNER_URL'],
  }
  expect(secrets.map(([setting]) => setting).toSorted()).toEqual((ofTools[part] ?? needed).toSorted())
})

test('with secrets in files, each process is given the same ones, as files, and none in its environment', () => {
  const secretsOf = (env: Service['environment'] = {}) =>
    Object.keys(env)
      .filter((name) => name in SECRETS || name === 'POSTGRES_PASSWORD')
      .filter((name) => !name.startsWith('LOG_SIGNING_KEY') && !String(env[name]).includes(':+'))
  for (const [name, { environment }] of services) {
    const { environment: env = {}, secrets = [] } = inFiles.services[name] ?? {}
    const files = Object.entries(env).filter(([setting]) => setting.endsWith('_FILE'))
    const given = secretsOf(environment)
    expect([name, files.map(([setting]) => setting.replace('_FILE', '')).toSorted()]).toEqual([name, given.toSorted()])
    for (const secret of given) expect([name, secret, env[secret]]).toEqual([name, secret, ''])
    expect(files.map(([, path]) => /\/run\/secrets\/([\w-]+)/.exec(path)![1]).toSorted()).toEqual(secrets.toSorted())
  }
  const named = new Set(Object.values(inFiles.services).flatMap(({ secrets }) => secrets))
  expect(Object.keys(inFiles.secrets).toSorted()).toEqual([...named].toSorted())
  const runbook = read('docs/runbooks/containers.md')
  for (const [name, { file }] of Object.entries(inFiles.secrets)) {
    expect(file).toBe(`\${SECRETS_DIR:-./secrets}/${name}`)
    expect(runbook).toMatch(new RegExp(`(> |touch )${name}\\b`))
  }
})

test('what is open to browsers reaches only the apis, and servers only those who use them', () => {
  const on = (network: string) => services.filter(([, one]) => one.networks.includes(network)).map(([name]) => name)
  expect(on('public')).toEqual(['entry', 'api-1', 'api-2'])
  expect(on('jobs')).toEqual(['worker-1', 'worker-2', 'redis'])
  expect(on('log')).not.toContain('simulator')
  for (const [name, { networks }] of services) {
    for (const network of networks) expect(compose.networks, name).toHaveProperty(network)
  }
  for (const network of ['data', 'log', 'jobs']) expect(compose.networks[network]).toEqual({ internal: true })
})

test('a cluster has three nodes over TLS, each of which knows the others, instead of the single one', () => {
  const nodes = services.filter(([name]) => /^eventstore-\d$/.test(name))
  expect(nodes.map(([, { profiles }]) => profiles)).toEqual([['cluster'], ['cluster'], ['cluster']])
  const names = nodes.map(([name]) => name)
  for (const [name, { environment: env = {} }] of nodes) {
    expect(String(env.EVENTSTORE_GOSSIP_SEED).split(',')).toEqual(
      names.filter((one) => one !== name).map((one) => `${one}:2113`),
    )
    expect(env).not.toHaveProperty('EVENTSTORE_INSECURE')
    expect(env.EVENTSTORE_CERTIFICATE_FILE).toBe(`/certificates/${name}/node.crt`)
    const certificates = compose.services[name]!.volumes!.filter((one) => one.startsWith('certificates'))
    expect(certificates).toEqual([`certificates-${name.at(-1)}:/certificates/${name}:ro`])
    expect(compose.services.certificates!.command![1]).toContain(name)
  }
  expect(withDefaults(compose.services.eventstore!.deploy.replicas!)).toBe('1')
  const told = /^nodes=(\S+)/m.exec(read('docs/runbooks/containers.md'))![1]!
  expect(names.every((name) => told.includes(`${name}:2113`))).toBe(true)
  expect(compose.services['api-1']!.volumes).toContain('authority:/authority:ro')
})

// as in the container: root with the listed rights, which may not write where others own
const DROPPED = ['--inh-caps=-all', '--bounding-set=-all,+chown']
const mayDrop = process.getuid?.() === 0 && spawnSync('setpriv', [...DROPPED, 'true']).status === 0
const WHY_NOT_DROPPED = mayDrop ? '' : ' (skipped: takes root and setpriv)'
test.skipIf(!mayDrop)(`certificates are made once, and again if they were removed${WHY_NOT_DROPPED}`, () => {
  const folder = mkdtempSync(join(tmpdir(), 'fairbook-certificates-'))
  try {
    const nodes = ['eventstore-1', 'eventstore-2', 'eventstore-3']
    for (const name of ['bin', 'authority', ...nodes.map((node) => `certificates/${node}`)])
      mkdirSync(join(folder, name), { recursive: true })
    const tool = `#!/bin/sh
      while [ "$1" != -out ]; do shift; done
      mkdir -p "$2" && for file in ca.crt ca.key node.crt node.key; do cat /proc/sys/kernel/random/uuid > "$2/$file"; done && chmod 444 "$2"/*.crt && chmod 400 "$2"/*.key`
    writeFileSync(join(folder, 'bin/es-gencert-cli'), tool, { mode: 0o755 })
    const { command, cap_add } = compose.services.certificates!
    expect(cap_add).toEqual(['CHOWN'])
    const script = command![1]!.replaceAll('$$', '$').replaceAll(/\/(?=certificates\b|authority\b)/g, `${folder}/`)
    const run = () => {
      const env = { PATH: `${join(folder, 'bin')}:${process.env.PATH}` }
      const { status, stderr } = spawnSync('setpriv', [...DROPPED, 'sh', '-ec', script], { env, encoding: 'utf8' })
      expect([status, stderr]).toEqual([0, ''])
      return nodes.map((node) => {
        const key = join(folder, 'certificates', node, 'node.key')
        expect(statSync(key).uid).toBe(1000)
        return readFileSync(key, 'utf8')
      })
    }
    const first = run()
    expect(run()).toEqual(first)
    rmSync(join(folder, 'certificates/ca/eventstore-2'), { recursive: true })
    const [one, two, three] = run()
    expect([one, three]).toEqual([first[0], first[2]])
    expect(two).not.toBe(first[1])
  } finally {
    rmSync(folder, { recursive: true, force: true })
  }
})

test.each(services)('%s refers to what exists', (_name, service) => {
  for (const [other, { condition }] of Object.entries(service.depends_on ?? {})) {
    const needed = compose.services[other]
    expect(needed, other).toBeDefined()
    // our own image has a health check
    const checked = needed!.image === 'fairbook' || needed!.healthcheck !== undefined
    if (condition === 'service_healthy') expect(checked, other).toBe(true)
  }
  for (const mount of service.volumes ?? []) {
    const [source = ''] = withDefaults(mount).split(':')
    // made by the operator
    if (source === './backups') continue
    expect(source.startsWith('./') ? existsSync(join(ROOT, source)) : source in compose.volumes, mount).toBe(true)
  }
})

test('only the entry point and, if asked for, Prometheus, Grafana and Jaeger are published, on loopback by default, and it knows every api', () => {
  const published = services.flatMap(([name, { ports = [] }]) => ports.map((port) => `${name} ${withDefaults(port)}`))
  expect(published).toEqual([
    'entry 127.0.0.1:3000:3000',
    'prometheus 127.0.0.1:9090:9090',
    'grafana 127.0.0.1:3001:3000',
    'jaeger 127.0.0.1:16686:16686',
  ])
  expect(compose.services.jaeger!.profiles).toEqual(['traces'])
  for (const name of ['prometheus', 'alertmanager', 'grafana'])
    expect(compose.services[name]!.profiles).toEqual(['metrics'])
  const upstreams = /reverse_proxy (.*) \{/.exec(read('deploy/Caddyfile'))![1]!.split(' ')
  expect(upstreams).toEqual(
    ours
      .map(([name]) => name)
      .filter((name) => name.startsWith('api'))
      .map((name) => `${name}:3000`),
  )
})

test('a backup is taken with the key of the notaries, which it only reads, and restored as the owner without the other store', () => {
  const { backup, restore } = compose.services
  for (const tool of [backup!, restore!]) {
    expect(tool.profiles).toEqual(['backup'])
    expect(tool.environment!.DATA_DIR).toBe(compose.services['notary-1']!.environment!.DATA_DIR)
  }
  expect(backup!.volumes!.map(withDefaults)).toContain('notary:/var/lib/fairbook:ro')
  expect(restore!.volumes!.map(withDefaults)).toEqual(['./backups:/backups:ro', 'notary:/var/lib/fairbook'])
  expect(backup!.environment!.BACKUP_DIR).toBe('/backups')
  expect(restore!.environment).not.toHaveProperty('EVENTSTORE_URL')
  const told = [
    ...read('docs/runbooks/backup.md').matchAll(/docker compose run --rm (?:-[ev] (?:"[^"]*"|\S+) |-\S+ )*(\w[\w-]*)/g),
  ]
  expect(told.length).toBeGreaterThan(3)
  for (const [line, name] of told) expect(compose.services, line).toHaveProperty(name!)
})

test('an upgrade keeps the running image before it builds another, replaces every process, and goes back in reverse order', () => {
  const page = read('docs/runbooks/upgrade.md')
  const [there = [], back = []] = [...page.matchAll(/^for one in ([\w -]+); do/gm)].map(([, names]) =>
    names!.split(' '),
  )
  expect(there.toSorted()).toEqual(PROCESSES_OF_THE_LOG.toSorted())
  expect(back).toEqual(['simulator', ...there.toReversed()])
  const steps = ['docker tag "$(docker inspect', 'docker compose build', 'docker tag "$before" fairbook'].map((step) =>
    page.indexOf(`\n${step}`),
  )
  expect(steps).toEqual(steps.toSorted((a, b) => a - b))
  expect(steps).not.toContain(-1)
})

test('no page writes a secret into a command, where ps and the shell would keep it', () => {
  const pages = globSync(['README.md', 'docs/**/*.md'], { cwd: ROOT })
  const given = pages.flatMap((page) => [...read(page).matchAll(/ (?:-e|--env) "?(\w+)=/g)].map(([, name]) => name!))
  expect(given).toContain('DATABASE_OWNER_URL_FILE')
  expect(given.filter((name) => name in SECRETS)).toEqual([])
})

test('Prometheus scrapes every process', () => {
  const { scrape_configs, alerting } = parse(read('deploy/prometheus/prometheus.yml')) as Record<string, unknown>
  const asked = JSON.stringify(scrape_configs).match(/[\w-]+:\d+/g)
  const served = ours.flatMap(([name, { environment }]) =>
    environment?.METRICS_PORT === undefined ? [] : `${name}:${environment.METRICS_PORT}`,
  )
  expect(served).toHaveLength(9)
  expect(asked?.toSorted()).toEqual(served.toSorted())
  const alertmanager = /[\w-]+(?=:9093)/.exec(JSON.stringify(alerting))![0]
  expect(compose.services[alertmanager]!.networks).toEqual(['figures'])
  expect(compose.networks.figures, 'leads to those who are told').toBeNull()
  expect(compose.services.prometheus!.networks).toContain('figures')
})

const plugin = spawnSync('docker', ['compose', 'version']).status === 0
test.skipIf(!plugin)(`docker compose config accepts it${plugin ? '' : ' (skipped: no compose plugin)'}`, () => {
  const { status, stderr } = spawnSync('docker', ['compose', 'config', '--quiet'], { cwd: ROOT, encoding: 'utf8' })
  expect([status, stderr]).toEqual([0, ''])
})
