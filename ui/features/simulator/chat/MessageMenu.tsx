import { Menu as Base } from '@base-ui/react/menu'
import { CheckCheck, Copy, Forward, Pencil, Reply, Trash2 } from 'lucide-react'
import { useState } from 'react'
import type { ChatView, MessageView, PhoneView } from '../../../../src/simulator/contract'
import { useText } from '../../../shared/i18n/useText'
import { Item as MenuItem, Separator as MenuSeparator } from '../../../shared/kit/MenuBox'
import { QUICK_EMOJIS } from '../../messages/rules/messageActions'
import { ForwardDialog } from '../dialogs/ForwardDialog'
import { ReceiptsDialog } from '../dialogs/ReceiptsDialog'
import { useDirectory } from '../directory'
import { useCommand } from '../useCommand'
import { named } from './mentions'
import { canEdit, canForward, canRevoke } from './permissions'
import type { Reference } from './reference'

export type MenuRequest = { readonly message: MessageView; readonly at: Element }

type Props = {
  asked: MenuRequest | null
  phone: PhoneView
  chat: ChatView
  onClose(): void
  onReference(reference: Reference): void
}

/** The menu of a message: one for the whole conversation, opened at the message in question. */
export function MessageMenu({ asked, phone, chat, onClose, onReference }: Props) {
  const [further, setFurther] = useState<{ does: 'forward' | 'receipts'; message: MessageView } | null>(null)
  const stop = () => setFurther(null)
  return (
    <>
      <Base.Root open={asked !== null} onOpenChange={(open) => !open && onClose()}>
        <Base.Portal>
          <Base.Positioner className="float-place" anchor={asked?.at ?? null} sideOffset={4} collisionPadding={8}>
            <Base.Popup className="float menu-list">
              {asked && (
                <Items
                  message={asked.message}
                  me={phone.phone}
                  chat={chat}
                  onReference={onReference}
                  onFurther={(does) => setFurther({ does, message: asked.message })}
                />
              )}
            </Base.Popup>
          </Base.Positioner>
        </Base.Portal>
      </Base.Root>
      {further?.does === 'forward' && (
        <ForwardDialog message={further.message} from={chat.id} phone={phone} onClose={stop} />
      )}
      {further?.does === 'receipts' && <ReceiptsDialog message={further.message} onClose={stop} />}
    </>
  )
}

type ItemsProps = {
  message: MessageView
  me: string
  chat: ChatView
  onReference(reference: Reference): void
  onFurther(does: 'forward' | 'receipts'): void
}

function Items({ message, me, chat, onReference, onFurther }: ItemsProps) {
  const t = useText()
  const run = useCommand()
  const { id } = message
  const text = named(message, useDirectory())
  const one = { from: me, chat: chat.id, id }
  return (
    <>
      <QuickReactions message={message} me={me} onReact={(emoji) => run.mutate({ do: 'react', ...one, emoji })} />
      <MenuSeparator />
      <MenuItem icon={<Reply />} onSelect={() => onReference({ does: 'reply', message })}>
        {t('simulator.act.reply')}
      </MenuItem>
      {canForward(message) && (
        <MenuItem icon={<Forward />} onSelect={() => onFurther('forward')}>
          {t('simulator.act.forward')}
        </MenuItem>
      )}
      {chat.group && message.fromMe && (
        <MenuItem icon={<CheckCheck />} onSelect={() => onFurther('receipts')}>
          {t('simulator.act.receipts')}
        </MenuItem>
      )}
      {text !== '' && (
        <MenuItem icon={<Copy />} onSelect={() => void navigator.clipboard?.writeText(text).catch(() => undefined)}>
          {t('simulator.act.copy')}
        </MenuItem>
      )}
      {canEdit(message) && (
        <MenuItem icon={<Pencil />} onSelect={() => onReference({ does: 'edit', message })}>
          {t('simulator.act.edit')}
        </MenuItem>
      )}
      {canRevoke(message, chat.group, me) && (
        <MenuItem icon={<Trash2 />} danger onSelect={() => run.mutate({ do: 'revoke', ...one })}>
          {t('simulator.act.revoke')}
        </MenuItem>
      )}
    </>
  )
}

type ReactionsProps = { message: MessageView; me: string; onReact(emoji: string): void }

/** The current reaction is removed. */
function QuickReactions({ message, me, onReact }: ReactionsProps) {
  const t = useText()
  const own = message.reactions.find(({ author }) => author === me)?.emoji
  return (
    <div className="flex justify-between p-0.5">
      {QUICK_EMOJIS.map((emoji) => (
        <Base.Item
          key={emoji}
          className="react-one"
          data-own={emoji === own || undefined}
          aria-label={t(emoji === own ? 'simulator.act.unreact' : 'simulator.act.react', { emoji })}
          onClick={() => onReact(emoji === own ? '' : emoji)}
        >
          {emoji}
        </Base.Item>
      ))}
    </div>
  )
}
