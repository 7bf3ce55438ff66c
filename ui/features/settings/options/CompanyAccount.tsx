import { useQuery, useQueryClient } from '@tanstack/react-query'
import { emailServerChanged } from '../../../../src/features/email/contract'
import { useText } from '../../../shared/i18n/useText'
import { useEvent } from '../../../shared/live/useEvent'
import { mailServerQuery, signCompanyOut, startCompanySignIn } from '../../../shared/mail/api'
import { MailAccount } from '../../../shared/mail/MailAccount'
import { ServerState } from '../../../shared/mail/ServerState'

/** The account of Google or Microsoft that the company's mail is sent with. */
export function CompanyAccount() {
  const t = useText()
  const queries = useQueryClient()
  const { data } = useQuery(mailServerQuery)
  useEvent(emailServerChanged, () => void queries.invalidateQueries({ queryKey: mailServerQuery.queryKey }))
  if (!data) return null
  const leave = async () => queries.setQueryData(mailServerQuery.queryKey, await signCompanyOut())
  return (
    <MailAccount account={data.account} offered={data.offered} start={startCompanySignIn} leave={leave}>
      {t('mail.account.instead')}
    </MailAccount>
  )
}

/** Tests how mail leaves, as soon as there is something to test. */
export function CompanyServerState({ isServerSet }: { isServerSet: boolean }) {
  const { data } = useQuery(mailServerQuery)
  return (isServerSet || data?.account?.refusedAt === null) && <ServerState />
}
