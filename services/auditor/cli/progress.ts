// Progress on a terminal: events, rate and time left. Nothing if the output is not a terminal.
import type { WriteStream } from 'node:tty'

const EVERY_MS = 200
const CLEAR_LINE = '\r\u001b[2K'

export type Progress = { update(done: number, total: number): void; end(): void }

export function showProgress(stream: Pick<WriteStream, 'write' | 'isTTY'>, now: () => number = Date.now): Progress {
  if (!stream.isTTY) return { update() {}, end() {} }
  const begun = now()
  let shown = 0
  return {
    update(done, total) {
      const time = now()
      if (time - shown < EVERY_MS) return
      shown = time
      stream.write(CLEAR_LINE + progressLine(done, total, (time - begun) / 1_000))
    },
    end() {
      if (shown > 0) stream.write(CLEAR_LINE)
      shown = 0
    },
  }
}

export function progressLine(done: number, total: number, seconds: number): string {
  const rate = done / Math.max(seconds, 0.001)
  const left = Math.max(0, total - done) / Math.max(rate, 1)
  const percent = total === 0 ? 100 : Math.min(100, Math.floor((done * 100) / total))
  return `reading ${percent} %: ${done.toLocaleString('en-US')} of ${total.toLocaleString('en-US')} events, ${Math.round(rate).toLocaleString('en-US')}/s, ${duration(left)} left`
}

function duration(seconds: number): string {
  const whole = Math.ceil(seconds)
  return whole < 60 ? `${whole} s` : `${Math.floor(whole / 60)} min ${whole % 60} s`
}
