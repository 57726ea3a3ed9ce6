export type ScheduleFrame = (flush: () => void) => void

const beforeNextPaint: ScheduleFrame = (flush) => void requestAnimationFrame(flush)

/** Collects items and delivers them together before the next paint. */
export class FrameQueue<Item> {
  private readonly deliver: (items: Item[]) => void
  private readonly schedule: ScheduleFrame
  private items: Item[] = []
  private isScheduled = false

  constructor(deliver: (items: Item[]) => void, schedule: ScheduleFrame = beforeNextPaint) {
    this.deliver = deliver
    this.schedule = schedule
  }

  add(item: Item): void {
    this.items.push(item)
    if (this.isScheduled) return
    this.isScheduled = true
    this.schedule(() => this.flush())
  }

  private flush(): void {
    this.isScheduled = false
    const items = this.items
    this.items = []
    this.deliver(items)
  }
}
