// Progress on a terminal: events, rate and time left. Nothing if the output is not a terminal.
import type { WriteStream } from 'node:tty'

const EVERY_MS = 200
const CLEAR_LINE = '\r\u001b[2K'

/** `end`: clears the line and writes `said`, if given; may be called more than once. */
export type Progress = { update(done: number, total: number): void; end(said?: string | null): void }
type Options = { readonly readsAgain?: boolean; readonly now?: () => number }

export function showProgress(
  stream: Pick<WriteStream, 'write' | 'isTTY'>,
  { readsAgain = false, now = Date.now }: Options = {},
): Progress {
  if (!stream.isTTY) return { update() {}, end() {} }
  let begun = now()
  let shown = 0
  let before = 0
  let time = 1
  return {
    update(done, total) {
      const at = now()
      // the log is read again from the first event
      if (done < before) {
        begun = at
        time += 1
      }
      before = done
      if (at - shown < EVERY_MS) return
      shown = at
      stream.write(CLEAR_LINE + progressLine(done, total, (at - begun) / 1_000, readsAgain ? time : null))
    },
    end(said = null) {
      if (shown > 0) stream.write(CLEAR_LINE)
      shown = 0
      if (said !== null) stream.write(`${said}\n`)
    },
  }
}

/** `time`: how often the log is being read by now; null if it is read only once. */
export function progressLine(done: number, total: number, seconds: number, time: number | null = null): string {
  const rate = done / Math.max(seconds, 0.001)
  const left = Math.max(0, total - done) / Math.max(rate, 1)
  const percent = total === 0 ? 100 : Math.min(100, Math.floor((done * 100) / total))
  const [which, of] = time === null ? ['', ''] : [`, time ${time},`, ' of this time']
  return `reading${which} ${percent} %: ${done.toLocaleString('en-US')} of ${total.toLocaleString('en-US')} events, ${Math.round(rate).toLocaleString('en-US')}/s, ${duration(left)} left${of}`
}

function duration(seconds: number): string {
  const whole = Math.ceil(seconds)
  return whole < 60 ? `${whole} s` : `${Math.floor(whole / 60)} min ${whole % 60} s`
}
