import { useMutation, useQueryClient } from '@tanstack/react-query'
import type { Setting, SettingValue } from '../../../src/settings/contract'
import { useText } from '../../shared/i18n/useText'
import { Toggle } from '../../shared/kit/Toggle'
import { toast } from '../../shared/kit/toast'
import { changeSetting, settingsQuery } from './api'
import { withSetting } from './apply'
import { type Option, opposite } from './options'

/** A switch: shown as changed at once, and reverted if the server refuses. */
export function SettingRow({ option, settings }: { option: Option; settings: readonly Setting[] }) {
  const t = useText()
  const client = useQueryClient()
  const value = settings.find(({ key }) => key === option.key)?.value
  const show = (next: SettingValue) =>
    client.setQueryData(
      settingsQuery.queryKey,
      (known) => known && withSetting(known, { key: option.key, value: next }),
    )
  const change = useMutation({
    mutationFn: (next: SettingValue) => changeSetting(option.key, next),
    onMutate: show,
    onError(failure, next) {
      show(opposite(next))
      toast.failure(failure)
    },
  })
  const id = `setting-${option.key}`
  return (
    <div className="flex items-center gap-4 py-3">
      <span className="min-w-0 flex-1">
        <label htmlFor={id} className="block cursor-pointer">
          {t(`settings.${option.name}.title`)}
        </label>
        <span id={`${id}-text`} className="block text-sm text-muted">
          {t(`settings.${option.name}.text`)}
        </span>
      </span>
      <Toggle
        size="sm"
        id={id}
        aria-describedby={`${id}-text`}
        checked={value === option.on}
        onChange={(on) => change.mutate(on ? option.on : opposite(option.on))}
      />
    </div>
  )
}
