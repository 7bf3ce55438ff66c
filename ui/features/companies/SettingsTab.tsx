import { useQuery, useQueryClient } from '@tanstack/react-query'
import { useId } from 'react'
import type { Setting } from '../../../src/settings/contract'
import { useText } from '../../shared/i18n/useText'
import { ErrorState } from '../../shared/kit/ErrorState'
import { Skeleton } from '../../shared/kit/Skeleton'
import { Toggle } from '../../shared/kit/Toggle'
import { toast } from '../../shared/kit/toast'
import { choicesOf, minutesText, titleOf } from '../../shared/settings/labels'
import { minutesOffered, type Option, opposite, sectionsFor, storedValue } from '../../shared/settings/options'
import { changeCompanySetting, companySettingsQuery } from './api'

/** Settings of another company; each is saved at once, and its open pages follow. */
export function SettingsTab({ companyId }: { companyId: number }) {
  const t = useText()
  const { data, error, refetch } = useQuery(companySettingsQuery(companyId))
  if (error && !data) return <ErrorState error={error} onRetry={() => void refetch()} />
  if (!data) return <Skeleton className="m-5 h-40" />
  const sections = sectionsFor({ isOperator: false }).filter(
    ({ tab, title }) => tab === 'options' && title !== 'company',
  )
  return sections.map(({ title, options }) => (
    <section key={title} className="fold px-5!">
      <h3 className="fold-head">{t(`settings.section.${title}`)}</h3>
      {options.map((option) => (
        <OptionLine key={option.key} companyId={companyId} option={option} settings={data} />
      ))}
    </section>
  ))
}

function OptionLine({
  companyId,
  option,
  settings,
}: {
  companyId: number
  option: Option
  settings: readonly Setting[]
}) {
  const t = useText()
  const id = useId()
  const queries = useQueryClient()
  if (option.is === 'place') return null
  const value = storedValue(settings, option.key)
  const change = (value: string) =>
    changeCompanySetting(companyId, option.key, value)
      .then((changed) =>
        queries.setQueryData(companySettingsQuery(companyId).queryKey, (known) =>
          known?.map((one) => (one.key === changed.key ? changed : one)),
        ),
      )
      .catch(toast.failure)
  return (
    <div className="flex items-center justify-between gap-4 min-h-9 type-sm">
      <label htmlFor={id}>{titleOf(t, option)}</label>
      {option.is === 'switch' && (
        <Toggle
          id={id}
          size="sm"
          checked={value === option.on}
          onChange={(isOn) => void change(isOn ? option.on : opposite(option.on))}
        />
      )}
      {(option.is === 'choice' || option.is === 'minutes') && (
        <select id={id} className="select select-sm" value={value} onChange={({ target }) => void change(target.value)}>
          {option.is === 'choice'
            ? choicesOf(t, option).map((choice) => (
                <option key={choice.value} value={choice.value}>
                  {choice.label}
                </option>
              ))
            : minutesOffered(option, Number(value)).map((minutes) => (
                <option key={minutes} value={String(minutes)}>
                  {minutesText(t, minutes)}
                </option>
              ))}
        </select>
      )}
      {option.is === 'text' && (
        <input
          id={id}
          className="input input-sm"
          defaultValue={value}
          onBlur={({ target }) => target.value !== value && void change(target.value)}
        />
      )}
    </div>
  )
}
