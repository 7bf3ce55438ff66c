import { CircleDot } from 'lucide-react'
import type { MessageView } from '../../../../../src/simulator/contract'
import { useText } from '../../../../shared/i18n/useText'
import { Meta } from '../Meta'

/** View-once media: named and not shown, on both sides. */
export function OnceBody({ message }: { message: MessageView }) {
  const t = useText()
  return (
    <p className="bubble-once">
      <CircleDot />
      {t('simulator.once', { kind: t(`simulator.kind.${message.kind}`) })} <Meta message={message} />
    </p>
  )
}
