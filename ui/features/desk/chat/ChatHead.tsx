import { Link } from '@tanstack/react-router'
import { useAtom, useAtomValue, useSetAtom } from 'jotai/react'
import {
  ArrowLeft,
  ArrowRightLeft,
  Check,
  EyeOff,
  Hand,
  PanelRight,
  RotateCcw,
  Search,
  Undo2,
  UsersRound,
} from 'lucide-react'
import { use } from 'react'
import { isMeta } from '../../../../src/channels/acts'
import type { TicketSummary } from '../../../../src/tickets/contract'
import { deskPartsAtom } from '../../../shared/deskParts'
import { useText } from '../../../shared/i18n/useText'
import { Button, buttonClass } from '../../../shared/kit/Button'
import { classes } from '../../../shared/kit/classes'
import { Face } from '../../../shared/kit/Face'
import { IconButton } from '../../../shared/kit/IconButton'
import { QueueChip } from '../../../shared/kit/QueueChip'
import { useUser } from '../../../shared/session/useUser'
import { ticketPartsAtom } from '../../../shared/ticketParts'
import { useContactName } from '../../contacts/names'
import { attends } from '../../messages/rules/messageActions'
import { dialogAtom } from '../dialog'
import { useContactPane } from '../drawer/useContactPane'
import { viewAtom } from '../listState'
import { useMoves } from '../moves/useMoves'
import { onlineAtom, typingAtom } from '../presence'
import { isAttended } from '../rules/presence'
import { DeskPlaceContext, findingAtom, previewedAtom } from '../useDesk'
import { ChatMenu } from './ChatMenu'

/** The conversation header: contact, and actions on the ticket. */
export function ChatHead({ ticket }: { ticket: TicketSummary }) {
  const t = useText()
  const name = useContactName(ticket)
  const [paneOpen, showPane] = useContactPane()
  const parts = useAtomValue(deskPartsAtom)
  const marks = useAtomValue(ticketPartsAtom)
  // Beside a board there is no room for a third pane.
  const isBeside = use(DeskPlaceContext) !== null
  return (
    <header className="pane-head">
      <BackToList />
      <Face
        name={name}
        src={ticket.contact.profilePicUrl}
        size={2.25}
        className="not-phone"
        icon={ticket.isGroup ? <UsersRound /> : undefined}
      />
      <div className="head-name">
        <div className="flex items-center gap-2">
          <h2 className="truncate font-semibold" title={name}>
            {name}
          </h2>
          <span className="not-phone head-queue">
            <QueueChip queue={ticket.queue} />
          </span>
          {marks.map(({ name, Mark }) => Mark && <Mark key={name} ticket={ticket} onOpen={() => showPane(true)} />)}
        </div>
        <p className="truncate text-xs text-faint">
          <TypingWords ticket={ticket} />
          <HeadChannel channel={ticket.channel} />
          <span className="nums">
            #{ticket.id} · {ticket.whatsapp.name}
          </span>
        </p>
      </div>
      {parts.map(({ name: module, Head }) => Head && <Head key={module} ticket={ticket} />)}
      <FindButton ticket={ticket} />
      <Moves ticket={ticket} />
      {!isBeside && (
        <IconButton
          className="not-phone"
          label={t('messages.contactPane')}
          pressed={paneOpen}
          onClick={() => showPane(!paneOpen)}
        >
          <PanelRight />
        </IconButton>
      )}
      <ChatMenu ticket={ticket} />
    </header>
  )
}

/** Not of the linked phone, which most companies have alone. */
function HeadChannel({ channel }: Pick<TicketSummary, 'channel'>) {
  const t = useText()
  return isMeta(channel) ? `${t(`common.channel.${channel}`)} · ` : null
}

function FindButton({ ticket }: { ticket: TicketSummary }) {
  const t = useText()
  const [finding, find] = useAtom(findingAtom)
  if (!isAttended(ticket)) return null
  const isFinding = finding === ticket.id
  return (
    <IconButton
      className="not-phone head-less"
      label={t('messages.find.title')}
      pressed={isFinding}
      onClick={() => find(isFinding ? null : ticket.id)}
    >
      <Search />
    </IconButton>
  )
}

/** Actions that fit the ticket's state; the most likely one is outlined. */
function Moves({ ticket }: { ticket: TicketSummary }) {
  const t = useText()
  const moves = useMoves()
  const user = useUser()
  const ask = useSetAtom(dialogAtom)
  const [previewed, preview] = useAtom(previewedAtom)
  if (!attends(user, ticket)) return null
  const handOver = (
    <IconButton className="not-phone" label={t('tickets.transfer')} onClick={() => ask({ what: 'transfer', ticket })}>
      <ArrowRightLeft />
    </IconButton>
  )
  if (ticket.status === 'closed')
    return <HeadButton label={t('tickets.reopen')} icon={<RotateCcw />} onClick={() => moves.reopen(ticket)} />
  if (ticket.status === 'pending') {
    return (
      <>
        {previewed === ticket.id && (
          <IconButton label={t('tickets.previewEnd')} onClick={() => preview(null)}>
            <EyeOff />
          </IconButton>
        )}
        {handOver}
        <HeadButton label={t('tickets.accept')} icon={<Hand />} onClick={() => moves.accept(ticket)} />
      </>
    )
  }
  return (
    <>
      <IconButton className="not-phone head-less" label={t('tickets.return')} onClick={() => moves.giveBack(ticket)}>
        <Undo2 />
      </IconButton>
      {handOver}
      <HeadButton label={t('tickets.close')} icon={<Check />} onClick={() => moves.close(ticket)} />
    </>
  )
}

type HeadButtonProps = { label: string; icon: React.ReactNode; onClick(): void }

function HeadButton({ label, icon, onClick }: HeadButtonProps) {
  return (
    <Button size="sm" className="mx-1" title={label} aria-label={label} icon={icon} onClick={onClick}>
      <span className="wide-only">{label}</span>
    </Button>
  )
}

/** Whether the contact is typing, recording or online. */
function TypingWords({ ticket: { id, isGroup } }: { ticket: Pick<TicketSummary, 'id' | 'isGroup'> }) {
  const t = useText()
  const typing = useAtomValue(typingAtom(id))
  const isOnline = useAtomValue(onlineAtom(id)) && !isGroup
  if (!typing && !isOnline) return null
  return (
    <>
      <span className="typing">{t(typing ? `tickets.${typing}` : 'tickets.presentNow')}</span> ·{' '}
    </>
  )
}

/** On a phone, where the conversation covers the list. */
export function BackToList() {
  const t = useText()
  const view = useAtomValue(viewAtom)
  if (use(DeskPlaceContext)) return null
  return (
    <Link
      to="/tickets/{-$ticketId}"
      params={{ ticketId: undefined }}
      search={view}
      activeOptions={{ exact: true }}
      className={classes(buttonClass('ghost', 'sm'), 'btn-icon only-phone')}
      aria-label={t('messages.back')}
    >
      <ArrowLeft />
    </Link>
  )
}
