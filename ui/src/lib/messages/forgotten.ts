export const forgotten = {
  title: 'Forgot password?',
  hint: 'No mail is sent. An admin receives your request, and reaches you by the email of your account.',
  username: 'Your username',
  send: 'Ask for a new password',
  sending: 'Sending…',
  sent: 'If there is an account of this name, its request is with the admins now.',
  failed: 'Failed to send the request',
} as const
