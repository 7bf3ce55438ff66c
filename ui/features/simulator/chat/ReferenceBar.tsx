import { Pencil, Reply, X } from 'lucide-react'
import { useText } from '../../../shared/i18n/useText'
import { IconButton } from '../../../shared/kit/IconButton'
import { useDirectory } from '../directory'
import { summaryOf } from './preview'
import type { Reference } from './reference'

/** The message being answered or edited, above the text field. */
export function ReferenceBar({ reference: { does, message }, onClose }: { reference: Reference; onClose(): void }) {
  const t = useText()
  const directory = useDirectory()
  return (
    <div className="handset-reference flex items-center gap-2 flex-none pt-1.5 pr-2 pb-1.5 pl-3 border-t border-line type-xs">
      {does === 'reply' ? <Reply /> : <Pencil />}
      <span className="two min-w-0 flex-1">
        <b className="truncate">
          {does === 'reply'
            ? t('simulator.replyingTo', { name: message.fromMe ? t('simulator.oneself') : message.authorName })
            : t('simulator.act.edit')}
        </b>
        <small className="truncate">{summaryOf(t, message, directory)}</small>
      </span>
      <IconButton size="xs" label={t('common.cancel')} onClick={onClose}>
        <X />
      </IconButton>
    </div>
  )
}
