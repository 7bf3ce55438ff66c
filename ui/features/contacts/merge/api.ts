import { infiniteQueryOptions, queryOptions } from '@tanstack/react-query'
import type { MergeContacts } from '../../../../src/features/contact-book/merging/contract'
import type { MergingRoutes } from '../../../../src/features/contact-book/merging/routes'
import { client, unwrap } from '../../../shared/client'

const { contacts } = client<MergingRoutes>()

export const mergeContacts = (body: MergeContacts) => unwrap(contacts.merge.post(body))
export const keepApart = (a: number, b: number) => unwrap(contacts.duplicates.apart.post({ contactIds: [a, b] }))

export const duplicatesQuery = infiniteQueryOptions({
  queryKey: ['contacts', 'duplicates'],
  queryFn: ({ pageParam, signal }) =>
    unwrap(contacts.duplicates.get({ query: pageParam ? { after: pageParam } : {}, fetch: { signal } })),
  initialPageParam: '',
  getNextPageParam: ({ next }) => next ?? undefined,
  staleTime: 60_000,
})

export const identityQuery = (id: number) =>
  queryOptions({
    queryKey: ['contacts', 'identity', id],
    queryFn: ({ signal }) => unwrap(contacts({ id }).identity.get({ fetch: { signal } })),
    staleTime: 0,
  })
