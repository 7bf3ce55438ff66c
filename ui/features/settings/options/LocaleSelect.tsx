import { useMutation } from '@tanstack/react-query'
import { useMemo } from 'react'
import type { TenantRoutes } from '../../../../src/operator/tenants/routes'
import type { ChangeCompany } from '../../../../src/settings/contract'
import { client, unwrap } from '../../../shared/client'
import { isLanguage, languageNames, languages } from '../../../shared/i18n/languages'
import { useText } from '../../../shared/i18n/useText'
import { zoneWords } from '../../../shared/i18n/zoned'
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
  // Naming every zone would take too long.
  const zone = useMemo(() => zoneWords(company.timeZone, t.language), [company.timeZone, t.language])
  const offered = useMemo(() => (what === 'timeZone' ? zones(company.timeZone) : languages), [what, company.timeZone])
  return (
    <select
      {...control}
      className="select select-sm"
      value={company[what]}
      disabled={isPending}
      onChange={({ target }) => mutate(target.value)}
    >
      {offered.map((value) => (
        <option key={value} value={value}>
          {isLanguage(value) ? languageNames[value] : value === company.timeZone ? zone : value.replaceAll('_', ' ')}
        </option>
      ))}
    </select>
  )
}

/** All zones the browser knows, and the current one, which it may call by another name. */
const zones = (present: string): string[] => [...new Set([present, ...Intl.supportedValuesOf('timeZone')])].sort()
