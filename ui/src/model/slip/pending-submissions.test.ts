import { describe, expect, it } from 'vitest'
import { breakStorage } from '#ui/testing/storage.ts'
import { type BetSubmission, readSubmissions, removeSubmission, writeSubmissions } from './pending-submissions.ts'

const submission: BetSubmission = {
  key: '1',
  betKeys: ['e1|h2h||Arsenal'],
  body: {
    is_parlay: false,
    game: 'Arsenal vs Chelsea',
    bet_type: 'h2h',
    bet_amount: 20,
    odd: 2.1,
    potential_win: 42,
    selection: 'Arsenal',
    event_id: 'e1',
    sport_key: 'soccer_epl',
    commence_time: '2026-11-21T15:00:00Z',
    legs: null,
  },
}

describe('pending submissions', () => {
  it('belong to the account that submitted them, until removed', () => {
    writeSubmissions('ada', [submission])
    expect(readSubmissions('ada')).toEqual([submission])
    expect(readSubmissions('grace')).toEqual([])
    writeSubmissions('grace', [])
    expect(readSubmissions('ada')).toEqual([submission])
    writeSubmissions('ada', [])
    expect(localStorage.length).toBe(0)
  })

  it('live as long as the page where storage is blocked', () => {
    const restore = breakStorage('setItem')
    writeSubmissions('ada', [submission])
    restore()
    expect(readSubmissions('ada')).toEqual([submission])
    writeSubmissions('ada', [])
    expect(readSubmissions('ada')).toEqual([])
  })

  it('are none where something else is stored', () => {
    localStorage.setItem('fairbook.slip.attempts', '{"ada":[{"key":""}]}')
    expect(readSubmissions('ada')).toEqual([])
  })

  it('are removed one by one', () => {
    const other = { ...submission, key: '2' }
    writeSubmissions('ada', [submission, other])
    removeSubmission('ada', '1')
    expect(readSubmissions('ada')).toEqual([other])
  })
})
