import { Phone } from 'lucide-react'
import type { MessageView } from '../../../../../src/simulator/contract'
import { useText } from '../../../../shared/i18n/useText'
import { Meta } from '../Meta'

export function CallBody({ message }: { message: MessageView }) {
  const t = useText()
  return (
    <p className="bubble-once">
      <Phone />
      {t('simulator.kind.call')} <Meta message={message} />
    </p>
  )
}
