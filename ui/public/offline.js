// The address stays that of the page that was wanted: it is shown as soon as there is a connection.
addEventListener('online', () => location.reload())
document.querySelector('button')?.addEventListener('click', () => location.reload())
// the device may have a connection while we are away, and is told of nothing when we are back
setInterval(async () => {
  const answer = await fetch('/api/clock', { cache: 'no-store' }).catch(() => null)
  if (answer?.ok) location.reload()
}, 5_000)
