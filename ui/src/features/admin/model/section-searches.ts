// The addresses of the sections: which fields each understands.
import type * as z from 'zod/mini'
import { defineSearch, idField, pageField } from './desk-search.ts'

export const usersSearch = defineSearch({ page: pageField(), user: idField() })
export const requestsSearch = defineSearch({ page: pageField() })
export const betsSearch = defineSearch({ page: pageField() })

export type UsersSearch = z.output<typeof usersSearch>
export type RequestsSearch = z.output<typeof requestsSearch>
export type BetsSearch = z.output<typeof betsSearch>
