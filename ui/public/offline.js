// The address stays that of the requested page, so a reload shows it as soon as there is a connection.
addEventListener('online', () => location.reload())
document.querySelector('button')?.addEventListener('click', () => location.reload())
// If our server was down rather than the connection, no online event is fired when it is back.
setInterval(async () => {
  const answer = await fetch('/api/clock', { cache: 'no-store' }).catch(() => null)
  if (answer?.ok) location.reload()
}, 5_000)
