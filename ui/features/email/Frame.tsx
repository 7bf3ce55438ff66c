import './email.css'
import { useQuery } from '@tanstack/react-query'
import { useNavigate } from '@tanstack/react-router'
import { TriangleAlert } from 'lucide-react'
import type { ReactNode } from 'react'
import { useText } from '../../shared/i18n/useText'
import { Note } from '../../shared/kit/Note'
import { TabPanel, Tabs } from '../../shared/kit/Tabs'
import { usePageTitle } from '../../shared/usePageTitle'
import { emailsQuery, useLiveEmails, useMailServer } from './api'

export type EmailPage = 'compose' | 'sent' | 'scheduled' | 'templates'

/** Head and tabs, the same on all addresses. */
export function Frame({ place, actions, children }: { place: EmailPage; actions: ReactNode; children: ReactNode }) {
  const t = useText()
  usePageTitle(t('email.title'))
  useLiveEmails()
  const navigate = useNavigate()
  const server = useMailServer()
  const count = {
    sent: useQuery(emailsQuery('sent')).data?.count,
    scheduled: useQuery(emailsQuery('scheduled')).data?.count,
  }
  const addresses = {
    compose: '/Email',
    sent: '/EmailLis',
    scheduled: '/EmailsAgendado',
    templates: '/EmailTemplates',
  } as const
  return (
    <main className="main page">
      <div className="page-head">
        <h1 className="page-title">{t('email.title')}</h1>
        <span className="page-count">{server?.from && t('email.from', { address: server.from })}</span>
        {actions}
      </div>
      <Tabs
        id="email"
        label={t('email.title')}
        className="flex-none"
        value={place}
        onChange={(id) => void navigate({ to: addresses[id], search: {} })}
        tabs={[
          { id: 'compose', label: t('email.tab.compose') },
          { id: 'sent', label: t('email.tab.sent'), count: count.sent },
          { id: 'scheduled', label: t('email.tab.scheduled'), count: count.scheduled },
          { id: 'templates', label: t('mailTemplates.tab') },
        ]}
      />
      {server?.isSignedOut && (
        <Note icon={<TriangleAlert />} role="status" className="mx-6 mt-3 flex-none max-sm:mx-4">
          {t('mail.failure.signedOut')}
        </Note>
      )}
      <TabPanel id="email" value={place} className="flex flex-col flex-1 min-h-0">
        {children}
      </TabPanel>
    </main>
  )
}
