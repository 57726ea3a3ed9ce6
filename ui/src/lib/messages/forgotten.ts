export const forgotten = {
  title: 'Forgot password?',
  hint: 'No email is sent. An admin receives your request, and contacts you at your account’s email address.',
  username: 'Your username',
  send: 'Ask for a new password',
  sending: 'Sending…',
  sent: 'If there is an account with this name, the admins now have its request.',
  failed: 'Failed to send the request',
} as const
