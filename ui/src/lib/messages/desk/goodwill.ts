// Goodwill, beside Deposit Withdraw.
export const goodwill = {
  title: 'Goodwill',
  hint: 'Paid by the house, not from your balance.',
  left: (amount: string) => `You may pay ${amount} more today.`,
  above: (amount: string) => `You may pay ${amount} more today: a super admin may pay more.`,
  amount: 'Goodwill amount',
  amountInvalid: 'Please enter a valid amount.',
  pay: 'Pay goodwill',
  payAmount: (amount: string) => `Pay ${amount}`,
  question: (name: string) => `Pay goodwill to ${name}?`,
  consequence: 'The house pays it; the bettor sees it in the statement as goodwill.',
  paying: 'Paying...',
  paid: (amount: string, name: string) => `${amount} of goodwill paid to ${name}`,
  failed: 'Failed to pay goodwill',
} as const
