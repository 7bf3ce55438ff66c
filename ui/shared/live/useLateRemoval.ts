import { type QueryKey, useQueryClient } from '@tanstack/react-query'
import { toast } from '../kit/toast'
import { changeLists, removeFromLists } from './live-query'

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
    const end = removeFromLists(client, key, row.id)
    const giveBack = () => {
      end()
      changeLists(client, key, { put: row })
      // It may have been changed meanwhile.
      return client.invalidateQueries({ queryKey: key })
    }
    toast.late(words, {
      undo: giveBack,
      send: () =>
        remove(row.id).then(end, (failure) => {
          toast.failed(failed, failure)
          return giveBack()
        }),
    })
  }
}
