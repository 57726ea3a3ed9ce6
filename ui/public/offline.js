// The address stays that of the page that was wanted: it is shown as soon as there is a connection.
addEventListener('online', () => location.reload())
document.querySelector('button')?.addEventListener('click', () => location.reload())
