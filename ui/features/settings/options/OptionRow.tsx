import type { ReactNode } from 'react'
import type { Setting } from '../../../../src/settings/contract'
import { useText } from '../../../shared/i18n/useText'
import { Toggle } from '../../../shared/kit/Toggle'
import { toast } from '../../../shared/kit/toast'
import { choicesOf, minutesText, titleOf } from '../../../shared/settings/labels'
import {
  type ChoiceOption,
  type MinutesOption,
  minutesOffered,
  type Option,
  opposite,
  type SwitchOption,
  storedValue,
} from '../../../shared/settings/options'
import { useChange } from '../../../shared/settings/useChange'
import { AbsenceNote } from '../../hours/AbsenceNote'
import { LocaleSelect } from './LocaleSelect'
import { SecretControl } from './SecretControl'
import { TextControl } from './TextControl'

type Settings = readonly Setting[]

/** One setting: name, description and control. */
export function OptionRow({ option, settings }: { option: Option; settings: Settings }) {
  return (
    <>
      <Row option={option} isWide={option.is === 'text' || option.is === 'secret'}>
        {(control) => <OptionControl option={option} settings={settings} control={control} />}
      </Row>
      {option.key === 'scheduleType' && <AbsenceNote />}
    </>
  )
}

/** Props of a control, so that it is announced with its name and description. */
export type Control = { readonly id: string; readonly 'aria-describedby': string }
type ControlProps<Of> = { option: Of; settings: Settings; control: Control }

function OptionControl({ option, settings, control }: ControlProps<Option>) {
  switch (option.is) {
    case 'switch':
      return <SwitchControl option={option} settings={settings} control={control} />
    case 'choice':
      return <ChoiceControl option={option} settings={settings} control={control} />
    case 'minutes':
      return <MinutesControl option={option} settings={settings} control={control} />
    case 'text':
      return <TextControl name={option.key} value={storedValue(settings, option.key)} control={control} />
    case 'secret':
      return <SecretControl name={option.key} isSet={storedValue(settings, option.key) !== ''} control={control} />
    case 'place':
      return <LocaleSelect what={option.key} control={control} />
  }
}

function SwitchControl({ option, settings, control }: ControlProps<SwitchOption>) {
  const change = useChange(option.key)
  return (
    <Toggle
      size="sm"
      {...control}
      checked={storedValue(settings, option.key) === option.on}
      onChange={(isOn) => change(isOn ? option.on : opposite(option.on)).catch(toast.failure)}
    />
  )
}

function ChoiceControl({ option, settings, control }: ControlProps<ChoiceOption>) {
  const t = useText()
  const change = useChange(option.key)
  return (
    <select
      {...control}
      className="select select-sm"
      value={storedValue(settings, option.key)}
      onChange={({ target }) => change(target.value).catch(toast.failure)}
    >
      {choicesOf(t, option).map(({ value, label }) => (
        <option key={value} value={value}>
          {label}
        </option>
      ))}
    </select>
  )
}

function MinutesControl({ option, settings, control }: ControlProps<MinutesOption>) {
  const t = useText()
  const change = useChange(option.key)
  const value = storedValue(settings, option.key)
  return (
    <select
      {...control}
      className="select select-sm w-36"
      value={value}
      onChange={({ target }) => change(target.value).catch(toast.failure)}
    >
      {minutesOffered(option, Number(value)).map((count) => (
        <option key={count} value={count}>
          {minutesText(t, count)}
        </option>
      ))}
    </select>
  )
}

function Row({ option, isWide, children }: { option: Option; isWide: boolean; children(control: Control): ReactNode }) {
  const t = useText()
  const id = `setting-${option.key}`
  return (
    <div className={isWide ? 'grid gap-2 py-3' : 'flex items-center gap-4 py-3 max-sm:flex-wrap'}>
      <span className={isWide ? 'min-w-0' : 'min-w-0 flex-1 max-sm:basis-[14rem]'}>
        <label htmlFor={id} className="block cursor-pointer">
          {titleOf(t, option)}
        </label>
        <span id={`${id}-text`} className="block text-sm text-muted">
          {t(`settings.${option.name}.text`)}
        </span>
      </span>
      {children({ id, 'aria-describedby': `${id}-text` })}
    </div>
  )
}
