import { useQueryClient } from '@tanstack/react-query'
import { TriangleAlert } from 'lucide-react'
import type { OperatorSettingList } from '../../../src/settings/operator/contract'
import { useText } from '../../shared/i18n/useText'
import { CopyButton } from '../../shared/kit/CopyButton'
import { Note } from '../../shared/kit/Note'
import { MailAccount } from '../../shared/mail/MailAccount'
import { operatorSettingsQuery, signMailOut, startMailSignIn } from './api'

/** The account of the installation's own mail. The environment's server leaves no choice. */
export function OperatorAccount({ data }: { data: OperatorSettingList }) {
  const t = useText()
  const queries = useQueryClient()
  const source = data.records.find(({ key }) => key === 'smtpUrl')?.source
  if (source === 'environment' || source === 'demo') return null
  const leave = async () => queries.setQueryData(operatorSettingsQuery.queryKey, await signMailOut())
  return (
    <MailAccount account={data.mail.account} offered={data.mail.offered} start={startMailSignIn} leave={leave}>
      {t('operatorSettings.byAccount')}
    </MailAccount>
  )
}

/** What the operator enters at the provider. */
export function RedirectUri({ uri }: { uri: string }) {
  const t = useText()
  const { protocol, hostname } = new URL(uri)
  const isAccepted = protocol === 'https:' || hostname === 'localhost'
  return (
    <div className="grid gap-2 py-3">
      <span>
        <span className="block">{t('operatorSettings.redirect.title')}</span>
        <span className="block text-sm text-muted">{t('operatorSettings.redirect.text')}</span>
      </span>
      <span className="flex items-center gap-2">
        <code className="min-w-0 break-all select-all">{uri}</code>
        <CopyButton label={t('operatorSettings.redirect.copy')} text={uri} />
      </span>
      {!isAccepted && <Note icon={<TriangleAlert />}>{t('operatorSettings.redirect.plain')}</Note>}
    </div>
  )
}
