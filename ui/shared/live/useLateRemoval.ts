import { type QueryKey, useQueryClient } from '@tanstack/react-query'
import { toast } from '../kit/toast'
import { changeLists } from './live-query'

/**
 * Removes a row of the live lists under `key` and offers to undo it: the row disappears at once, and `remove` runs when
 * the offer has expired. `failed` says before the reason that this failed.
 */
export function useLateRemoval<T extends { readonly id: number }>(
  key: QueryKey,
  remove: (id: number) => Promise<unknown>,
  failed = '',
) {
  const client = useQueryClient()
  return (row: T, words: string) => {
    const giveBack = () => changeLists(client, key, { put: row })
    changeLists(client, key, { drop: row.id })
    toast.late(words, {
      undo: giveBack,
      send: () =>
        remove(row.id).catch((failure) => {
          giveBack()
          toast.failed(failed, failure)
        }),
    })
  }
}
