import './operator-settings.css'
import { useQuery, useQueryClient } from '@tanstack/react-query'
import { useLocation } from '@tanstack/react-router'
import { type RefObject, useEffect, useMemo, useRef } from 'react'
import { type OperatorSettingList, operatorSettingsUpdated } from '../../../src/settings/operator/contract'
import { useText } from '../../shared/i18n/useText'
import { ErrorState } from '../../shared/kit/ErrorState'
import { Loading } from '../../shared/kit/Loading'
import { Skeleton } from '../../shared/kit/Skeleton'
import { useEvent } from '../../shared/live/useEvent'
import { OperatorPage } from '../../shared/OperatorPage'
import { usePageTitle } from '../../shared/usePageTitle'
import { MessagePrices } from '../message-costs/MessagePrices'
import { operatorSettingsQuery } from './api'
import { MailTemplates } from './MailTemplates'
import { MetaApp } from './MetaApp'
import { OperatorAccount, RedirectUri } from './OperatorAccount'
import { SectionIndex, showSection } from './SectionIndex'
import { SettingRow } from './SettingRow'
import { type Section, sections, shownEntries } from './sections'
import { TestButton } from './TestButton'

export const OperatorSettingsPage = () => <OperatorPage page={OperatorSettings} />

/** Settings of the whole installation. Each is saved when its field loses the focus. */
function OperatorSettings() {
  const t = useText()
  usePageTitle(t('operatorSettings.title'))
  const queries = useQueryClient()
  const { data, error, refetch } = useQuery(operatorSettingsQuery)
  useEvent(operatorSettingsUpdated, () => void queries.invalidateQueries({ queryKey: operatorSettingsQuery.queryKey }))
  const body = useRef<HTMLDivElement>(null)
  useSectionOfAddress(data !== undefined, body)
  const index = useMemo(
    () => [
      ...sections.map(({ id }) => ({ id: id as string, title: t(`operatorSettings.section.${id}`) })),
      { id: 'messagePrices', title: t('messageCosts.prices.title') },
      { id: 'mailTemplates', title: t('operatorSettings.mails.title') },
    ],
    [t],
  )
  return (
    <main className="main page">
      <div className="page-head">
        <h1 className="page-title mr-auto">{t('operatorSettings.title')}</h1>
      </div>
      <div className="page-body" ref={body}>
        {error && !data && <ErrorState error={error} onRetry={() => void refetch()} />}
        {!data && !error && (
          <Loading className="grid gap-4 p-6">
            <Skeleton className="h-40" />
            <Skeleton className="h-40" />
          </Loading>
        )}
        {data && (
          <div className="grid grid-cols-[12rem_minmax(0,46rem)] gap-x-10 py-0 px-6 max-lg:block max-lg:py-0 max-lg:px-4">
            <SectionIndex sections={index} body={body} />
            <div className="operator-sections relative pb-[40vh]">
              {sections.map((section) => (
                <SectionOf key={section.id} section={section} data={data} />
              ))}
              <MessagePrices />
              <MailTemplates />
            </div>
          </div>
        )}
      </div>
    </main>
  )
}

/** Other pages link to a section. */
function useSectionOfAddress(isLoaded: boolean, body: RefObject<HTMLElement | null>) {
  const { hash } = useLocation()
  useEffect(() => {
    if (isLoaded && hash) showSection(hash, body)
  }, [isLoaded, hash, body])
}

function SectionOf({ section, data }: { section: Section; data: OperatorSettingList }) {
  const t = useText()
  const { id, trials = [] } = section
  const isManual = data.records.find(({ key }) => key === 'pixProvider')?.value === 'manual'
  return (
    <section
      className="px-0 pt-5 pb-7 scroll-mt-0 max-lg:scroll-mt-12"
      id={`section-${id}`}
      aria-labelledby={`section-${id}-title`}
    >
      <h2 id={`section-${id}-title`} className="font-semibold outline-none" tabIndex={-1}>
        {t(`operatorSettings.section.${id}`)}
      </h2>
      <p className="mb-1 text-sm text-muted">{t(`operatorSettings.about.${id}`)}</p>
      {id === 'mail' && <OperatorAccount data={data} />}
      {id === 'mailApps' && <RedirectUri uri={data.mail.redirectUri} />}
      {id === 'meta' && <MetaApp data={data} />}
      <div className="divide-y divide-base-300">
        {shownEntries(section, data.records).map((entry) => {
          const record = data.records.find(({ key }) => key === entry.key)
          return record && <SettingRow key={entry.key} entry={entry} record={record} />
        })}
      </div>
      {trials
        .filter((name) => data.trials.includes(name) && !(name === 'webhook' && isManual))
        .map((name) => (
          <TestButton key={name} name={name} />
        ))}
    </section>
  )
}
