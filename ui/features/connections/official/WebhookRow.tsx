import { useQuery } from '@tanstack/react-query'
import type { ReactNode } from 'react'
import type { NumberWebhook } from '../../../../src/channels/meta/cloud/contract'
import { errorText } from '../../../shared/errorText'
import { useText } from '../../../shared/i18n/useText'
import { Ago } from '../../../shared/kit/Ago'
import { webhookQuery } from './api'
import { FoundRow } from './FoundRow'

/** Whether Meta sends a number's events to our address: what it has done, and what it says. */
export function WebhookRow({ id, calledAt }: { id: number; calledAt: string | null }) {
  const t = useText()
  const { data, error } = useQuery(webhookQuery(id))
  // Before the address is saved at Meta, there is none: nothing is wrong yet.
  const isWrong = data?.fault != null && data.fault !== 'unset'
  const called = data?.calledAt ?? calledAt
  return (
    <FoundRow
      state={isWrong ? 'bad' : called ? 'good' : 'wait'}
      name={t(
        isWrong
          ? 'connections.official.webhook.wrong'
          : called
            ? 'connections.official.webhook.called'
            : 'connections.official.webhook.notCalled',
      )}
    >
      {data?.fault && <Line>{faultText(t, data)}</Line>}
      {called && (
        <Line>
          {t('connections.official.webhook.calledAt')} <Ago at={called} />
        </Line>
      )}
      {!called && !isWrong && <Line>{t('connections.official.webhook.byItself')}</Line>}
      {error && <Line>{errorText(t, error)}</Line>}
    </FoundRow>
  )
}

const faultText = (t: ReturnType<typeof useText>, { fault, answer }: NumberWebhook) =>
  fault && t(`connections.official.webhook.fault.${fault}`, { answer: answer ?? '' })

const Line = ({ children }: { children: ReactNode }) => <span className="block">{children}</span>
