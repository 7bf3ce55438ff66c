import { useMutation } from '@tanstack/react-query'
import { useMemo } from 'react'
import type { TenantRoutes } from '../../../../src/operator/tenants/routes'
import type { ChangeCompany } from '../../../../src/settings/contract'
import { client, unwrap } from '../../../shared/client'
import { isLanguage, languageNames, languages } from '../../../shared/i18n/languages'
import { useText } from '../../../shared/i18n/useText'
import { zoneOptions } from '../../../shared/i18n/zoneOptions'
import { toast } from '../../../shared/kit/toast'
import { setLocale } from '../../../shared/session/session'
import { useUser } from '../../../shared/session/useUser'
import type { Control } from './OptionRow'

const { companies } = client<TenantRoutes>()
const changeCompany = (id: number, body: ChangeCompany) => unwrap(companies({ id }).put(body))

/** The company's time zone or language; both apply immediately, also on every open page. */
export function LocaleSelect({ what, control }: { what: 'timeZone' | 'language'; control: Control }) {
  const t = useText()
  const { company } = useUser()
  const { mutate, isPending } = useMutation({
    mutationFn: (value: string) =>
      changeCompany(
        company.id,
        what === 'timeZone' ? { timeZone: value } : isLanguage(value) ? { language: value } : {},
      ),
    onSuccess: setLocale,
    onError: toast.failure,
  })
  const offered = useMemo(
    () =>
      what === 'timeZone'
        ? zoneOptions(company.timeZone, t.language)
        : languages.map((value) => ({ value, label: languageNames[value] })),
    [what, company.timeZone, t.language],
  )
  return (
    <select
      {...control}
      className="select select-sm"
      value={company[what]}
      disabled={isPending}
      onChange={({ target }) => mutate(target.value)}
    >
      {offered.map(({ value, label }) => (
        <option key={value} value={value}>
          {label}
        </option>
      ))}
    </select>
  )
}
