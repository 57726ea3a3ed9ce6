// A benchmark that is interrupted stops what it has started, like one that ends.

export function stopOnSignal(stop: () => Promise<unknown>): void {
  const end = () => void stop().finally(() => process.exit(1))
  for (const signal of ['SIGINT', 'SIGTERM'] as const) process.once(signal, end)
}
