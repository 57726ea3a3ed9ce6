// Texts about receipts, which the first view does not load.
export const receipts = {
  title: 'Check a receipt',
  summary:
    'A receipt proves that your bet is in our ledger, where and as it was recorded. Your browser checks it by itself: nothing is sent.',
  file: 'Receipt',
  choose: 'Choose the file',
  drop: 'or drop it here',
  key: 'Key of the log',
  keyHint:
    'Filled in as we publish it today. Only a key that you kept, or got from somebody else, makes this a proof against us.',
  keyFailed: 'The key could not be loaded. Please paste the one that you kept.',
  right: 'The receipt is right.',
  meaning: (index: number, size: number) =>
    `The event below is number ${index.toLocaleString('en-US')} of ${size.toLocaleString('en-US')} in the ledger. Every later checkpoint contains it, so nobody can deny it.`,
  earlier: 'a key of the log that has since been replaced',
  wrong: 'This receipt proves nothing.',
  recorded: 'As recorded',
  ofBet: 'Bet receipt',
  ofSettlement: 'Settlement receipt',
  failed: 'The receipt could not be made.',
  saved: 'The receipt was saved.',
} as const
