import { describe, expect, it } from 'vitest'
import { breakStorage } from '#ui/testing/storage.ts'
import { beginSubmissions, removeSubmissions } from './keep-submissions.ts'
import { type BetSubmission, readSubmissions, SUBMISSIONS_STORAGE_KEY } from './pending-submissions.ts'

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

const other = { ...submission, key: '2' }
/** This page gets no event of it. */
const otherTabHas = (all: object) => localStorage.setItem(SUBMISSIONS_STORAGE_KEY, JSON.stringify(all))

describe('pending submissions', () => {
  it('belong to the account that submitted them, until removed', () => {
    expect(beginSubmissions('ada', [submission])).toBe(true)
    expect(readSubmissions('ada')).toEqual([submission])
    expect(readSubmissions('grace')).toEqual([])
    removeSubmissions('grace', ['1'])
    expect(readSubmissions('ada')).toEqual([submission])
    removeSubmissions('ada', ['1'])
    expect(localStorage.length).toBe(0)
  })

  it('live as long as the page where storage is full, together with those of other tabs', () => {
    otherTabHas({ grace: [other] })
    const restore = breakStorage('setItem')
    beginSubmissions('ada', [submission])
    restore()
    expect(readSubmissions('ada')).toEqual([submission])
    expect(readSubmissions('grace')).toEqual([other])
    otherTabHas({ ada: [other] })
    expect(readSubmissions('ada')).toEqual([other, submission])
    removeSubmissions('ada', ['1'])
    expect(readSubmissions('ada')).toEqual([other])
    removeSubmissions('ada', ['2'])
    expect(readSubmissions('ada')).toEqual([])
  })

  it('live as long as the page where storage is blocked', () => {
    const restore = breakStorage('setItem', 'getItem')
    expect(beginSubmissions('ada', [submission])).toBe(true)
    expect(readSubmissions('ada')).toEqual([submission])
    expect(beginSubmissions('ada', [other])).toBe(false)
    removeSubmissions('ada', ['1'])
    expect(readSubmissions('ada')).toEqual([])
    restore()
  })

  it('are ignored where something else is stored', () => {
    localStorage.setItem(SUBMISSIONS_STORAGE_KEY, '{"ada":[{"key":""}]}')
    expect(readSubmissions('ada')).toEqual([])
  })

  it('are removed one by one, whichever tab stored them', () => {
    beginSubmissions('ada', [submission])
    otherTabHas({ ada: [submission, other], grace: [submission] })
    removeSubmissions('ada', ['1'])
    expect(readSubmissions('ada')).toEqual([other])
    expect(readSubmissions('grace')).toEqual([submission])
  })

  it('are not begun while there are others, from whichever tab', () => {
    otherTabHas({ ada: [other] })
    expect(beginSubmissions('ada', [submission])).toBe(false)
    expect(readSubmissions('ada')).toEqual([other])
    expect(beginSubmissions('grace', [submission])).toBe(true)
  })
})
