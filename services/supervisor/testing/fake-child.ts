// For tests: a process under the supervisor that behaves as FAKE says.
import { appendFileSync } from 'node:fs'
import {
  announceReady,
  announceSuperAdmin,
  onStop,
  refuseToStart,
} from '#services/platform/process/supervisor-protocol.ts'

const { FAKE, FAKE_LOG } = process.env
const note = (text: string) => {
  if (FAKE_LOG) appendFileSync(FAKE_LOG, `${text} ${process.pid}\n`)
}

note('started')
if (FAKE === 'refuses') await refuseToStart('nothing to do here')
if (FAKE === 'dies') process.exit(3)
if (FAKE === 'announces') announceSuperAdmin('root', 'secret')
onStop(async () => {
  note('stopping')
  if (FAKE === 'hangs') await new Promise(() => undefined)
  note('stopped')
})
// keeps the process alive
setInterval(() => undefined, 60_000)
announceReady(4711)
if (FAKE === 'is lost') await refuseToStart('the log is another one', { permanent: true })
