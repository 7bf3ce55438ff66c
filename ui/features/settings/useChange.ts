import { useMutation, useQueryClient } from '@tanstack/react-query'
import type { Setting, SettingKey } from '../../../src/settings/contract'
import { toast } from '../../shared/kit/toast'
import { changeSetting, settingsQuery } from './api'
import { withSetting } from './apply'

/** The value of a setting and its change: shown at once, and reverted if the server refuses. */
export function useChange(settings: readonly Setting[], key: SettingKey) {
  const client = useQueryClient()
  const value = settings.find((one) => one.key === key)?.value
  const show = (next: string) =>
    client.setQueryData(settingsQuery.queryKey, (known) => known && withSetting(known, { key, value: next } as Setting)) // one of the values offered for this key
  const { mutate } = useMutation({
    mutationFn: (next: string) => changeSetting(key, next),
    onMutate(next) {
      show(next)
      return value
    },
    onError(failure, _next, before) {
      if (before !== undefined) show(before)
      toast.failure(failure)
    },
  })
  return { value, change: mutate }
}
