/** The listeners of one store outside React: `subscribe` fits `useSyncExternalStore`, `notify` calls them all. */
export class Listeners {
  private readonly callbacks = new Set<() => void>()

  get size(): number {
    return this.callbacks.size
  }

  /** Returns the function that unsubscribes. */
  readonly subscribe = (callback: () => void): (() => void) => {
    this.callbacks.add(callback)
    return () => {
      this.callbacks.delete(callback)
    }
  }

  notify(): void {
    for (const callback of this.callbacks) callback()
  }
}
