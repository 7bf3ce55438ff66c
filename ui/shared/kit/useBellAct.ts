import { type QueryKey, useQueryClient } from '@tanstack/react-query'
import { toast } from './toast'

/** Runs an action on rows of a bell, then loads its list again. A refusal is shown. */
export function useBellAct(queryKey: QueryKey): (action: Promise<unknown>) => Promise<void> {
  const client = useQueryClient()
  return async (action) => {
    try {
      await action
      await client.invalidateQueries({ queryKey })
    } catch (failure) {
      toast.failure(failure)
    }
  }
}
