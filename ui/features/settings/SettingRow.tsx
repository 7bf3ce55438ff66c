import type { ReactNode } from 'react'
import type { MinutesKey, Setting } from '../../../src/settings/contract'
import { useText } from '../../shared/i18n/useText'
import { Toggle } from '../../shared/kit/Toggle'
import { minutesOffered, opposite, type SwitchOption } from './options'
import { useChange } from './useChange'

type Props<Of> = { option: Of; settings: readonly Setting[] }

export function SwitchRow({ option, settings }: Props<SwitchOption>) {
  const { value, change } = useChange(settings, option.key)
  return (
    <Row id={option.key} name={option.name}>
      {(control) => (
        <Toggle
          size="sm"
          {...control}
          checked={value === option.on}
          onChange={(on) => change(on ? option.on : opposite(option.on))}
        />
      )}
    </Row>
  )
}

/** A number of minutes. */
export function MinutesRow({ option, settings }: Props<MinutesKey>) {
  const t = useText()
  const { value = '1', change } = useChange(settings, option)
  return (
    <Row id={option} name={option}>
      {(control) => (
        <select
          {...control}
          className="select select-sm w-auto"
          value={value}
          onChange={({ target }) => change(target.value)}
        >
          {minutesOffered(Number(value)).map((count) => (
            <option key={count} value={count}>
              {t('tickets.wait.minutes', { count })}
            </option>
          ))}
        </select>
      )}
    </Row>
  )
}

type Control = { readonly id: string; readonly 'aria-describedby': string }
type RowProps = { id: string; name: SwitchOption['name'] | MinutesKey; children(control: Control): ReactNode }

function Row({ id: key, name, children }: RowProps) {
  const t = useText()
  const id = `setting-${key}`
  return (
    <div className="flex items-center gap-4 py-3">
      <span className="min-w-0 flex-1">
        <label htmlFor={id} className="block cursor-pointer">
          {t(`settings.${name}.title`)}
        </label>
        <span id={`${id}-text`} className="block text-sm text-muted">
          {t(`settings.${name}.text`)}
        </span>
      </span>
      {children({ id, 'aria-describedby': `${id}-text` })}
    </div>
  )
}
