import { availableParallelism } from 'node:os'
import { join } from 'node:path'
import { defineConfig } from 'vitest/config'
import { BaseSequencer, type TestSpecification } from 'vitest/node'

/** Rules that the files of the project keep: quick, since nothing but files is read. Also run before each commit. */
const SOURCES = ['architecture', 'dangerous-calls', 'file-sizes', 'partial-indexes', 'paths', 'security-table'].map(
  (name) => `tests/${name}.test.ts`,
)

// many tests mostly wait for Postgres or for processes of the product: with as many workers as cores a fifth of two
// cores is idle
const maxWorkers = availableParallelism() + 1

// processes of the product start in half the time
const env = { NODE_COMPILE_CACHE: join(import.meta.dirname, 'node_modules/.cache/compiled') }

/** What takes half a minute or so on two cores, the longest first. */
const LONGEST = [
  'tests/audit/goes-on.test.ts',
  'tests/season/day.test.ts',
  'tests/processes.test.ts',
  'services/backup/backup.test.ts',
  'bench/tamper/tamper.test.ts',
  'tests/audit/tamper.test.ts',
  'projections/runner/projector.test.ts',
  'projections/rebuild/rebuild.test.ts',
  'projections/runner/rebuilds.test.ts',
  'projections/settlement/fold.test.ts',
  'tests/season/evening.test.ts',
  'projections/runner/lanes/lanes.test.ts',
  'services/supervisor/main.test.ts',
  'tests/audit/cli.test.ts',
  'tests/kill.test.ts',
  'services/odds/polling/evening.test.ts',
  'services/log-migration/migrate-log.test.ts',
  'services/backup/log-elsewhere.test.ts',
  'services/workers/faults.test.ts',
  'services/api/routes/key-reuse.test.ts',
  'tests/audit/forged.test.ts',
  'tests/audit/remembered-keys.test.ts',
  'bench/leaves-nothing.test.ts',
  'tests/audit/proofs.test.ts',
  'tests/audit/beside.test.ts',
  'tests/audit/standing-mutations.test.ts',
  'services/event-store/postgres/log.contract.test.ts',
  'tests/audit/exports.test.ts',
  'tests/audit/watch.test.ts',
  'bench/desk/desk.test.ts',
  'projections/book/fold.test.ts',
  'services/api/back-office/settlement/preview.test.ts',
  'services/api/main.test.ts',
  'services/odds/polling/faults.test.ts',
  'tests/same-bytes.test.ts',
  'tests/season/tournament/tournament.test.ts',
].map((path) => join(import.meta.dirname, path))

/**
 * In an empty clone the largest files come first: a short file that plays a day came last, and the other workers were
 * idle.
 */
class LongestFirst extends BaseSequencer {
  override async sort(files: TestSpecification[]): Promise<TestSpecification[]> {
    const rank = ({ moduleId }: TestSpecification) => LONGEST.indexOf(moduleId) + 1 || LONGEST.length + 1
    return (await super.sort(files)).toSorted((one, other) => rank(one) - rank(other))
  }
}

export default defineConfig({
  test: {
    maxWorkers,
    sequence: { sequencer: LongestFirst },
    projects: [
      {
        test: { name: 'sources', environment: 'node', include: SOURCES, maxWorkers },
      },
      {
        test: {
          name: 'server',
          maxWorkers,
          env,
          environment: 'node',
          include: ['{domain,projections,services,tests,bench}/**/*.test.ts'],
          exclude: SOURCES,
          // modules are loaded once per worker instead of once per file
          isolate: false,
          // Node loads them as it does in the product: nothing is rewritten first, and no import is looked up at each
          // use
          experimental: { viteModuleRunner: false, nodeLoader: false },
          globalSetup: ['tests/postgres-cluster.ts'],
          // as long as a slow machine needs that has other work to do
          testTimeout: 240_000,
          hookTimeout: 300_000,
          // a condition is waited for as long as a busy machine may need
          expect: { poll: { timeout: 60_000 } },
        },
      },
      'ui/vite.config.ts',
    ],
  },
})
