import '../kinds/kinds.css'
import { useQuery } from '@tanstack/react-query'
import type { ConnectionSummary } from '../../../../src/channels/connections/contract'
import { FormField } from '../../../shared/form/FormField'
import { useText } from '../../../shared/i18n/useText'
import { Rich } from '../../../shared/kit/Rich'
import type { ConnectionFormState } from '../formSchema'
import { signUpOfferQuery } from './api'
import { SignIn } from './SignIn'
import { WebhookRow } from './WebhookRow'

type Props = { form: ConnectionFormState; connection: ConnectionSummary }

/** New access for an official number: through Meta, or by values. Those in use are never shown. */
export function MetaAccessFields({ form, connection: { id, status, account } }: Props) {
  const t = useText()
  const offer = useQuery(signUpOfferQuery).data
  return (
    <div className="grid gap-4">
      {status === 'CONNECTED' && (
        <ul className="found">
          <WebhookRow id={id} calledAt={account?.subscribedAt ?? null} />
        </ul>
      )}
      {offer?.isOffered && (
        <SignIn kind="coexist" fault={offer.fault} text={t('connections.official.signIn.renew')} tone="plain" />
      )}
      <p className="text-sm text-muted text-pretty">{t('connections.official.renew')}</p>
      {(['accessToken', 'appSecret'] as const).map((name) => (
        <FormField
          key={name}
          form={form}
          name={name}
          type="password"
          autoComplete="new-password"
          label={t(`connections.official.newField.${name}`)}
          hint={<Rich text={t(`connections.official.where.${name}`)} />}
          optional
        />
      ))}
    </div>
  )
}
