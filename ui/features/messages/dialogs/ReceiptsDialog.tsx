import { useQuery, useQueryClient } from '@tanstack/react-query'
import { CheckCheck, Clock, Headphones } from 'lucide-react'
import { type ReactNode, useState } from 'react'
import { spoken } from '../../../../src/channels/mentions/contract'
import { type Message, messageAcked, messageReceipts } from '../../../../src/tickets/messages/contract'
import { useFormat } from '../../../shared/i18n/useFormat'
import { useText } from '../../../shared/i18n/useText'
import { Dialog } from '../../../shared/kit/Dialog'
import { ErrorState } from '../../../shared/kit/ErrorState'
import { Face } from '../../../shared/kit/Face'
import { Skeleton } from '../../../shared/kit/Skeleton'
import { useEvent } from '../../../shared/live/useEvent'
import { receiptsQuery } from '../api'
import { Ticks } from '../icons'
import { previewOf } from '../rules/preview'
import { laterAck, type ReceiptGroup, type ReceiptStage, receiptGroups, tickOf } from '../rules/receipts'

const icons: Record<ReceiptStage, ReactNode> = {
  played: <Headphones className="text-primary-ink" />,
  read: <CheckCheck className="tick-read" />,
  delivered: <CheckCheck />,
  waiting: <Clock />,
}

type Props = { message: Message; isGroup: boolean; onClose(): void }

/** When our message was sent, by whom, and its delivery status; updated while open. */
export function ReceiptsDialog({ message, isGroup, onClose }: Props) {
  const t = useText()
  const { text, word } = previewOf({ ...message, body: spoken(message.body, message.extra?.mentions) })
  return (
    <Dialog open onClose={onClose} title={t('messages.info')} size="sm">
      <div className="dialog-body pt-1!">
        <p dir="auto" className="info-words">
          <span className="line-clamp-3">{word ? t(`tickets.kind.${word}`) : text}</span>
        </p>
        <Facts message={message} hasAck={!isGroup} />
        {isGroup && <Members message={message} />}
      </div>
    </Dialog>
  )
}

function Facts({ message, hasAck }: { message: Message; hasAck: boolean }) {
  const t = useText()
  const format = useFormat()
  const [ack, setAck] = useState(message.ack)
  useEvent(messageAcked, (news) => {
    if (news.message.id === message.id) setAck((now) => laterAck(now, news.message.ack))
  })
  return (
    <dl className="facts pb-2">
      <dt>{t('messages.sentAt')}</dt>
      <dd>{format.dateTime(message.createdAt)}</dd>
      <dt>{t('messages.sentBy')}</dt>
      <dd>{message.user?.name ?? t('messages.sentWithout')}</dd>
      {hasAck && (
        <>
          <dt>{t('common.field.status')}</dt>
          <dd className="flex items-center gap-1.5">
            <Ticks ack={ack} />
            {t(`messages.tick.${tickOf(ack)}`)}
          </dd>
        </>
      )}
    </dl>
  )
}

/** Who received, read and played it in a group. */
function Members({ message }: { message: Message }) {
  const t = useText()
  const cache = useQueryClient()
  const { data, error, refetch } = useQuery(receiptsQuery(message.id))
  useEvent(messageReceipts, ({ messageId }) => {
    if (messageId === message.id) void cache.invalidateQueries({ queryKey: receiptsQuery(messageId).queryKey })
  })
  return (
    <>
      {!data && !error && <Skeleton className="h-24" />}
      {error && !data && <ErrorState error={error} onRetry={() => void refetch()} />}
      {data?.participants.length === 0 && <p className="text-sm text-muted">{t('messages.receipts.nothing')}</p>}
      {receiptGroups(data?.participants ?? []).map((group) => (
        <Group key={group.stage} group={group} />
      ))}
    </>
  )
}

function Group({ group: { stage, people } }: { group: ReceiptGroup }) {
  const t = useText()
  const format = useFormat()
  return (
    <section className="receipts" aria-labelledby={`receipts-${stage}`}>
      <h3 id={`receipts-${stage}`}>
        {icons[stage]}
        {t(`messages.receipts.${stage}`)}
        <span className="nums font-normal text-faint">{people.length}</span>
      </h3>
      <ul>
        {people.map(({ participant, at }) => (
          <li key={participant.id}>
            <Face name={participant.name} src={participant.profilePicUrl} size={2} />
            <span className="min-w-0 flex-1 truncate">{participant.name}</span>
            {at && (
              <time className="nums text-xs text-faint" dateTime={at} title={format.dateTime(at)}>
                {format.isSameDay(at, Date.now()) ? format.time(at) : format.shortDateTime(at)}
              </time>
            )}
          </li>
        ))}
      </ul>
    </section>
  )
}
