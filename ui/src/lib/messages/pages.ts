export const errors = {
  unknown: 'An unknown error occurred.',
  network: 'No connection to the server. Please try again.',
  timeout: 'The server took too long to answer. Please try again.',
  notJson: (start: string) => `Unexpected reply from the server: "${start}"`,
  loading: (message: string) => `Error: ${message}`,
  page: 'This page could not be shown.',
} as const

export const pages = {
  notFound: 'Page not found',
  notFoundHint: 'The page you are looking for does not exist or has moved.',
  home: 'Go to the home page',
  retry: 'Try again',
  footer: 'Real-time odds, live scores and analytics.',
} as const
