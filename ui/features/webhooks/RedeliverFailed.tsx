import { useMutation } from '@tanstack/react-query'
import { useState } from 'react'
import { KEPT_DAYS, type Webhook } from '../../../src/features/webhooks/contract'
import { useText } from '../../shared/i18n/useText'
import { ConfirmDialog } from '../../shared/kit/ConfirmDialog'
import { Segment } from '../../shared/kit/Segment'
import { toast } from '../../shared/kit/toast'
import { redeliverFailed } from './api'
import { addressOf } from './spec'

const HOUR = 3_600_000
const spans = { hour: HOUR, day: 24 * HOUR, all: KEPT_DAYS * 24 * HOUR } as const
type Span = keyof typeof spans

export function RedeliverFailed({ webhook: { id, url }, onClose }: { webhook: Webhook; onClose(): void }) {
  const t = useText()
  const [span, setSpan] = useState<Span>('day')
  const { mutate, isPending } = useMutation({
    mutationFn: () => redeliverFailed(id, new Date(Date.now() - spans[span]).toISOString()),
    onSuccess({ count }) {
      toast.success(t('webhooks.failedAgain.sent', { count }))
      onClose()
    },
    onError: toast.failure,
  })
  const items = (['hour', 'day', 'all'] as const).map((id) => ({ id, label: t(`webhooks.failedAgain.${id}`) }))
  return (
    <ConfirmDialog
      open
      onClose={onClose}
      title={t('webhooks.failedAgain.title', { address: addressOf(url) })}
      confirm={t('webhooks.again.action')}
      tone="primary"
      busy={isPending}
      onConfirm={() => mutate()}
    >
      <p className="mb-3">{t('webhooks.failedAgain.text')}</p>
      <Segment label={t('webhooks.failedAgain.since')} items={items} value={span} onChange={setSpan} />
    </ConfirmDialog>
  )
}
