import { useQuery } from '@tanstack/react-query'
import type { ReactNode } from 'react'
import { useText } from '../../shared/i18n/useText'
import { ErrorState } from '../../shared/kit/ErrorState'
import { Skeleton } from '../../shared/kit/Skeleton'
import { RefusedPage } from '../../shared/RefusedPage'
import { useMay } from '../../shared/session/useUser'
import { usePageTitle } from '../../shared/usePageTitle'
import { settingsQuery } from './api'
import { limits, switches } from './options'
import { MinutesRow, SwitchRow } from './SettingRow'

/** People without permission see no settings. */
export function SettingsPage() {
  return useMay()('settings-page:change') ? <Settings /> : <RefusedPage />
}

/** The company's settings; each is saved at once. */
function Settings() {
  const t = useText()
  usePageTitle(t('settings.title'))
  const { data, error, refetch } = useQuery(settingsQuery)
  return (
    <main className="main page">
      <div className="page-head">
        <h1 className="page-title">{t('settings.title')}</h1>
      </div>
      {error && !data ? (
        <ErrorState error={error} onRetry={() => void refetch()} />
      ) : (
        <div className="page-body">
          <div className="grid max-w-2xl gap-8 p-4 md:p-6">
            {switches.map(({ title, options }) => (
              <Section key={title} title={title}>
                {options.map((option) =>
                  data ? (
                    <SwitchRow key={option.key} option={option} settings={data} />
                  ) : (
                    <Skeleton key={option.key} className="my-4 h-9" />
                  ),
                )}
              </Section>
            ))}
            <Section title="waiting">
              {limits.map((key) =>
                data ? (
                  <MinutesRow key={key} option={key} settings={data} />
                ) : (
                  <Skeleton key={key} className="my-4 h-9" />
                ),
              )}
            </Section>
          </div>
        </div>
      )}
    </main>
  )
}

function Section({ title, children }: { title: 'incoming' | 'attendance' | 'waiting'; children: ReactNode }) {
  const t = useText()
  return (
    <section aria-labelledby={`settings-${title}`}>
      <h2 id={`settings-${title}`} className="mb-1 font-semibold">
        {t(`settings.${title}`)}
      </h2>
      <div className="divide-y divide-base-300">{children}</div>
    </section>
  )
}
