import { useMutation, useQueryClient } from '@tanstack/react-query'
import { useSetAtom } from 'jotai/react'
import { Ban, CircleX, Copy, Forward, Info, ListChecks, Pencil, Reply, Trash2 } from 'lucide-react'
import { type ReactNode, useEffect, useState } from 'react'
import { can, type Lack } from '../../../../src/channels/acts'
import { FAILED, SENT } from '../../../../src/channels/contract'
import { spoken } from '../../../../src/channels/mentions/contract'
import type { TicketSummary } from '../../../../src/tickets/contract'
import type { Message } from '../../../../src/tickets/messages/contract'
import type { Text } from '../../../shared/i18n/translate'
import { useText } from '../../../shared/i18n/useText'
import { toast } from '../../../shared/kit/toast'
import { changeLists } from '../../../shared/live/live-query'
import { useUser } from '../../../shared/session/useUser'
import { cancelMessage } from '../api'
import { answerAtom, editAtom } from '../composer/drafts'
import { lackText } from '../lacks'
import { showRefusal } from '../refusal'
import { canQuoteHere, lacksFor } from '../rules/lacksFor'
import {
  canDelete,
  canForward,
  canReply,
  editTimeLeft,
  mayActOn,
  mayCancel,
  whyNotWrite,
} from '../rules/messageActions'
import { choosingAtom, messageDialogAtom } from '../state'

export type Tool = {
  readonly name: 'reply' | 'edit' | 'copy' | 'forward' | 'choose' | 'info' | 'cancel' | 'delete' | 'react' | 'change'
  readonly label: string
  readonly icon: ReactNode
  /** Why it cannot be used here. */
  readonly off?: string
  run(): void
}

/** The actions on one message besides reacting, for every menu that offers them. */
export function useTools(ticket: TicketSummary, message: Message): readonly Tool[] {
  const t = useText()
  const reply = useSetAtom(answerAtom)
  const edit = useSetAtom(editAtom(ticket.id))
  const show = useSetAtom(messageDialogAtom)
  const choose = useSetAtom(choosingAtom)
  const cancel = useCancel(ticket.id, message)
  const user = useUser()
  const mayWrite = whyNotWrite(ticket, user) === null
  const mayAct = mayActOn(user, ticket, message)
  const isRecent = useEditable(message)
  const isEditable = isRecent && mayAct
  const answer = () => {
    reply(ticket.id, message)
    document.getElementById('composer')?.focus()
  }
  const copy = () =>
    void navigator.clipboard
      .writeText(spoken(message.body, message.extra?.mentions))
      .then(() => toast.success(t('common.copied')))
  const tools: (Tool | false)[] = [
    mayWrite &&
      canReply(message) && {
        name: 'reply',
        label: t('messages.reply'),
        icon: <Reply />,
        ...(!canQuoteHere(message, ticket) && { off: t('channels.elsewhere') }),
        run: answer,
      },
    isEditable &&
      can(ticket.channel, 'edit') && {
        name: 'edit',
        label: t('common.act.edit'),
        icon: <Pencil />,
        run: () => edit(message),
      },
    // The clipboard exists on HTTPS and localhost only.
    message.body !== '' &&
      'clipboard' in navigator && { name: 'copy', label: t('common.act.copy'), icon: <Copy />, run: copy },
    canForward(message) && {
      name: 'forward',
      label: t('messages.forward'),
      icon: <Forward />,
      run: () => show({ what: 'forward', ticket, ids: [message.id] }),
    },
    canForward(message) && {
      name: 'choose',
      label: t('messages.choose'),
      icon: <ListChecks />,
      run: () => choose({ ticketId: ticket.id, ids: [message.id] }),
    },
    hasReceipts(message) && {
      name: 'info',
      label: t('messages.info'),
      icon: <Info />,
      run: () => show({ what: 'receipts', message, isGroup: ticket.isGroup }),
    },
    mayCancel(user, ticket, message) && {
      name: 'cancel',
      label: t('messages.cancelSending'),
      icon: <CircleX />,
      run: cancel,
    },
    ...(mayAct ? lackingTools(t, lacksFor(ticket, message, isRecent)) : []),
    mayAct &&
      canDelete(message) &&
      (can(ticket.channel, 'revoke') || message.ack === FAILED) && {
        name: 'delete',
        label: t('messages.delete'),
        icon: <Trash2 />,
        run: () => show({ what: 'delete', ticket, message }),
      },
  ]
  return tools.filter((tool) => tool !== false)
}

/** Disabled, with the reason: nobody looks for what the channel does not have. */
function lackingTools(t: Text, lacks: readonly Lack[]): Tool[] {
  const react = lacks.find((lack) => lack.lacks === 'react')
  const change = lacks.find((lack) => lack.lacks !== 'react')
  const both = lacks.length - (react ? 1 : 0) > 1
  const run = () => undefined
  return [
    ...(react
      ? [{ name: 'react', label: t('messages.react'), icon: <Ban />, off: lackText(t, react), run } as const]
      : []),
    ...(change
      ? [
          {
            name: 'change',
            label: t(both ? 'channels.editOrDelete' : change.lacks === 'edit' ? 'common.act.edit' : 'messages.delete'),
            icon: <Ban />,
            off: lackText(t, change),
            run,
          } as const,
        ]
      : []),
  ]
}

/** Sent: its delivery status can be shown, in a group for each member. */
const hasReceipts = ({ fromMe, mediaType, ack }: Message) => fromMe && mediaType !== 'note' && ack >= SENT

/** Only within the time limit. */
function useEditable(message: Message): boolean {
  const [isOver, setOver] = useState(false)
  const isEditable = editTimeLeft(message, Date.now()) > 0
  useEffect(() => {
    if (!isEditable) return
    const timer = setTimeout(() => setOver(true), editTimeLeft(message, Date.now()))
    return () => clearTimeout(timer)
  }, [message, isEditable])
  return isEditable && !isOver
}

/** Cancels a message that is still waiting; it stays in the conversation as not sent. */
function useCancel(ticketId: number, { id }: Message): () => void {
  const client = useQueryClient()
  const { mutate } = useMutation({
    mutationFn: () => cancelMessage(id),
    onSuccess: (put) => changeLists<Message>(client, ['messages', ticketId], { put }),
    onError: showRefusal,
  })
  return mutate
}
