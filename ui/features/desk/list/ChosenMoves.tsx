import { useSetAtom } from 'jotai/react'
import { ArrowRightLeft, Check, Hand, MailOpen } from 'lucide-react'
import { Suspense, useState } from 'react'
import type { TicketSummary } from '../../../../src/tickets/contract'
import { useText } from '../../../shared/i18n/useText'
import { IconButton } from '../../../shared/kit/IconButton'
import { lazyPart } from '../../../shared/lazyPart'
import { useUser } from '../../../shared/session/useUser'
import { attends } from '../../messages/rules/messageActions'
import { choosingAtom } from '../listState'
import { isReadBy, needsQueue } from '../rules/lists'
import { useSeveral } from './useSeveral'

const CloseSeveral = lazyPart(() => import('./CloseSeveral').then((file) => file.CloseSeveral))
const TransferSeveral = lazyPart(() => import('../dialogs/TransferDialog').then((file) => file.TransferSeveral))
const ChooseQueueDialog = lazyPart(() => import('../dialogs/QueueDialog').then((file) => file.ChooseQueueDialog))

/** Actions on the selected tickets; each button applies to those that it fits, and is hidden if it fits none. */
export function ChosenMoves({ tickets, onDone }: { tickets: readonly TicketSummary[]; onDone(): void }) {
  const t = useText()
  const user = useUser()
  const choose = useSetAtom(choosingAtom)
  const [asked, setAsked] = useState<'queue' | 'close' | 'transfer' | null>(null)
  const several = useSeveral(() => {
    onDone()
    choose(false)
  })
  const own = tickets.filter((ticket) => attends(user, ticket))
  const waiting = own.filter(({ status }) => status === 'pending')
  const active = own.filter(({ status }) => status !== 'closed')
  const unread = tickets.filter((ticket) => isReadBy(ticket, user.id))
  const close = () => setAsked(null)
  return (
    <>
      {waiting.length > 0 && (
        <IconButton
          label={t('desk.several.accept')}
          disabled={several.isBusy}
          onClick={() =>
            waiting.some((ticket) => needsQueue(ticket, user)) ? setAsked('queue') : void several.accept(waiting, null)
          }
        >
          <Hand />
        </IconButton>
      )}
      {active.length > 0 && (
        <>
          <IconButton label={t('desk.several.transfer')} disabled={several.isBusy} onClick={() => setAsked('transfer')}>
            <ArrowRightLeft />
          </IconButton>
          <IconButton label={t('desk.several.close')} disabled={several.isBusy} onClick={() => setAsked('close')}>
            <Check />
          </IconButton>
        </>
      )}
      {unread.length > 0 && (
        <IconButton label={t('desk.several.read')} disabled={several.isBusy} onClick={() => void several.read(unread)}>
          <MailOpen />
        </IconButton>
      )}
      <Suspense>
        {asked === 'queue' && (
          <ChooseQueueDialog
            title={t('desk.gate.acceptSeveral', { count: waiting.length })}
            proposed={null}
            onChoose={(queueId) => void several.accept(waiting, queueId)}
            onClose={close}
          />
        )}
        {asked === 'close' && (
          <CloseSeveral
            count={active.length}
            onClose={close}
            onConfirm={(farewell) => void several.close(active, { farewell, rating: 'none' })}
          />
        )}
        {asked === 'transfer' && (
          <TransferSeveral
            tickets={active}
            onClose={close}
            onTransfer={(target) => void several.transfer(active, target)}
          />
        )}
      </Suspense>
    </>
  )
}
