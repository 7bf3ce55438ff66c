/** One's own signature, live. */
import { queryOptions, useQuery, useQueryClient } from '@tanstack/react-query'
import { emailSignatureChanged } from '../../../src/features/email/contract'
import type { EmailRoutes } from '../../../src/features/email/routes'
import { client, unwrap } from '../../shared/client'
import { useEvent } from '../../shared/live/useEvent'

const { emails } = client<EmailRoutes>()

export const signatureQuery = queryOptions({
  queryKey: ['emails', 'signature'],
  queryFn: ({ signal }) => unwrap(emails.signature.get({ fetch: { signal } })),
})

/** Null: none; undefined while unknown. */
export function useSignature(): string | null | undefined {
  const cache = useQueryClient()
  useEvent(emailSignatureChanged, () => void cache.invalidateQueries({ queryKey: signatureQuery.queryKey }))
  return useQuery(signatureQuery).data?.html
}

export const saveSignature = (html: string) => unwrap(emails.signature.put({ html }))
