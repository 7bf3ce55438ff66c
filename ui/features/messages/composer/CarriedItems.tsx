import { ContactRound, MapPin, Sticker } from 'lucide-react'
import type { ChannelKind } from '../../../../src/channels/contract'
import { isLack, messageOver } from '../../../../src/channels/lacks'
import { useText } from '../../../shared/i18n/useText'
import { MenuItem } from '../../../shared/kit/Menu'
import type { ItemProps } from '../../../shared/kit/menuParts'
import { lackText } from '../lacks'

type Props = { channel: ChannelKind; onAsk(what: 'cards' | 'place'): void; onSticker(): void }

/** What can be sent besides text and files. */
export function CarriedItems({ channel, onAsk, onSticker }: Props) {
  const t = useText()
  return (
    <>
      <Carried channel={channel} kind="vcard" icon={<ContactRound />} onSelect={() => onAsk('cards')}>
        {t('tickets.kind.vcard')}
      </Carried>
      <Carried channel={channel} kind="location" icon={<MapPin />} onSelect={() => onAsk('place')}>
        {t('tickets.kind.location')}
      </Carried>
      <Carried channel={channel} kind="sticker" icon={<Sticker />} onSelect={onSticker}>
        {t('tickets.kind.sticker')}
      </Carried>
    </>
  )
}

type CarriedProps = ItemProps & { channel: ChannelKind; kind: 'vcard' | 'location' | 'sticker' }

/** Disabled with the reason where the channel does not take it. */
function Carried({ channel, kind, children, ...item }: CarriedProps) {
  const t = useText()
  const over = messageOver(channel, { kind, file: null })
  return (
    <MenuItem {...item} disabled={isLack(over)}>
      {children}
      {isLack(over) && <small>{lackText(t, over)}</small>}
    </MenuItem>
  )
}
