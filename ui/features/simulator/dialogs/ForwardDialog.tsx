import type { MessageView, PhoneView } from '../../../../src/simulator/contract'
import { useText } from '../../../shared/i18n/useText'
import { Dialog } from '../../../shared/kit/Dialog'
import { useDirectory } from '../directory'
import { ChatFace } from '../phone/ChatFace'
import { chatsOf } from '../phone/chats'
import { useCommand } from '../useCommand'

type Props = { message: MessageView; from: string; phone: PhoneView; onClose(): void }

/** Chooses the chats to which a message is forwarded. */
export function ForwardDialog({ message, from: chat, phone, onClose }: Props) {
  const t = useText()
  const run = useCommand()
  const chats = chatsOf(phone, useDirectory())
  return (
    <Dialog open onClose={onClose} size="sm" title={t('simulator.forwardTo')}>
      <ul className="dialog-body">
        {chats.map((one) => (
          <li key={one.id}>
            <button
              type="button"
              className="handset-row handset-chat px-2"
              disabled={run.isPending}
              onClick={() =>
                run.mutate(
                  { do: 'forward', from: phone.phone, chat, id: message.id, to: one.id },
                  { onSuccess: onClose },
                )
              }
            >
              <ChatFace chat={one} size={1.75} />
              <b className="truncate">{one.title}</b>
            </button>
          </li>
        ))}
      </ul>
    </Dialog>
  )
}
