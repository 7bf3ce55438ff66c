import { useQuery } from '@tanstack/react-query'
import { useText } from '../../../shared/i18n/useText'
import { classes } from '../../../shared/kit/classes'
import { ErrorState } from '../../../shared/kit/ErrorState'
import { Skeleton } from '../../../shared/kit/Skeleton'
import { MailboxCard } from '../../../shared/mail/mailbox/MailboxCard'
import { settingsQuery } from '../../../shared/settings/api'
import { type Section, storedValue } from '../../../shared/settings/options'
import { CompanyAccount, CompanyServerState } from './CompanyAccount'
import { OptionRow } from './OptionRow'

/** Sections of settings; each setting is saved immediately. */
export function OptionsList({ sections }: { sections: readonly Section[] }) {
  const t = useText()
  const { data, error, refetch } = useQuery(settingsQuery)
  if (error && !data) return <ErrorState error={error} onRetry={() => void refetch()} />
  return (
    <div
      className={classes(
        'settings-list max-w-176 p-4 md:p-6',
        sections.length > 1 && 'xl:max-w-352 xl:columns-2 xl:gap-x-16',
      )}
    >
      {sections.map(({ title, options }) => (
        <section className="break-inside-avoid pb-8" key={title} aria-labelledby={`settings-${title}`}>
          <h2 id={`settings-${title}`} className="mb-1 font-semibold">
            {t(`settings.section.${title}`)}
          </h2>
          {title === 'mail' && <CompanyAccount />}
          <div className="divide-y divide-base-300">
            {options.map((option) =>
              data ? (
                <OptionRow key={option.key} option={option} settings={data} />
              ) : (
                <Skeleton key={option.key} className="my-4 h-9" />
              ),
            )}
          </div>
          {title === 'mail' && data && <CompanyServerState isServerSet={storedValue(data, 'smtpauth') !== ''} />}
          {title === 'mail' && <MailboxCard />}
        </section>
      ))}
    </div>
  )
}
