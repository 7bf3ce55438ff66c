import { useQuery } from '@tanstack/react-query'
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
      {data && faultText(t, data)} {called && <Called at={called} />}
      {!called && !isWrong && t('connections.official.webhook.byItself')} {error && errorText(t, error)}
    </FoundRow>
  )
}

const faultText = (t: ReturnType<typeof useText>, { fault, answer }: NumberWebhook) =>
  fault && t(`connections.official.webhook.fault.${fault}`, { answer: answer ?? '' })

function Called({ at }: { at: string }) {
  const t = useText()
  return (
    <>
      {t('connections.official.webhook.calledAt')} <Ago at={at} />
    </>
  )
}
