import type { ChannelKind } from '../../../src/channels/contract'
import { useText } from '../i18n/useText'
import { classes } from './classes'
import { BrandIcon } from './icons'

const shapes: Record<ChannelKind, string> = {
  whatsapp: '',
  whatsapp_cloud: 'channel-official',
  facebook: 'channel-facebook',
  instagram: 'channel-instagram',
}

/** The messenger as a round mark. */
export function ChannelIcon({ channel, size = 'sm' }: { channel: ChannelKind; size?: 'sm' | 'lg' }) {
  const t = useText()
  const name = t(`common.channel.${channel}`)
  return (
    <span
      className={classes('channel', shapes[channel], size === 'lg' && 'channel-lg')}
      role="img"
      aria-label={name}
      title={name}
    >
      <BrandIcon mark={channel === 'whatsapp_cloud' ? 'whatsapp' : channel} />
    </span>
  )
}
