import { type QueryKey, type UseQueryOptions, useQuery, useQueryClient } from '@tanstack/react-query'
import type { ReactNode } from 'react'
import { Dialog } from './Dialog'
import { ErrorState } from './ErrorState'
import { Loading } from './Loading'
import { Skeleton } from './Skeleton'

type Props<D, S, K extends QueryKey> = {
  /** The query that must load before the dialog shows. */
  query: UseQueryOptions<D, Error, S, K>
  title: string
  onClose(): void
  /** The dialog itself. */
  children(data: S): ReactNode
}

/** A dialog that loads data before it shows. */
export function LoadDialog<D, S, K extends QueryKey>({ query, title, onClose, children }: Props<D, S, K>) {
  const client = useQueryClient()
  const { data, error, refetch } = useQuery(query)
  if (data !== undefined) return children(data)
  return (
    <Dialog
      open
      onClose={onClose}
      title={title}
      size="sm"
      isReplaced={() => client.getQueryData(query.queryKey) !== undefined}
    >
      {error ? (
        <ErrorState error={error} onRetry={() => void refetch()} />
      ) : (
        <Loading className="dialog-body grid gap-4">
          <Skeleton className="h-9" />
          <Skeleton className="h-40" />
          <Skeleton className="h-32" />
        </Loading>
      )}
    </Dialog>
  )
}
