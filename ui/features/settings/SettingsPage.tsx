import { useQuery } from '@tanstack/react-query'
import { useText } from '../../shared/i18n/useText'
import { ErrorState } from '../../shared/kit/ErrorState'
import { Skeleton } from '../../shared/kit/Skeleton'
import { useMay } from '../../shared/session/useUser'
import { usePageTitle } from '../../shared/usePageTitle'
import { RefusedPage } from '../shell/RefusedPage'
import { settingsQuery } from './api'
import { options } from './options'
import { SettingRow } from './SettingRow'

/** People without permission see no switches. */
export function SettingsPage() {
  return useMay()('settings-page:change') ? <Switches /> : <RefusedPage />
}

/** The company's settings; each switch is saved at once. */
function Switches() {
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
            {options.map((section) => (
              <section key={section.title} aria-labelledby={`settings-${section.title}`}>
                <h2 id={`settings-${section.title}`} className="mb-1 font-semibold">
                  {t(`settings.${section.title}`)}
                </h2>
                <div className="divide-y divide-base-300">
                  {section.options.map((option) =>
                    data ? (
                      <SettingRow key={option.key} option={option} settings={data} />
                    ) : (
                      <Skeleton key={option.key} className="my-4 h-9" />
                    ),
                  )}
                </div>
              </section>
            ))}
          </div>
        </div>
      )}
    </main>
  )
}
