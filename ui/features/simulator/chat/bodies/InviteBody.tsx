import { UsersRound } from 'lucide-react'
import type { MessageView } from '../../../../../src/simulator/contract'
import { useText } from '../../../../shared/i18n/useText'
import { Meta } from '../Meta'

/** An invitation to a group. */
export function InviteBody({ message }: { message: MessageView }) {
  const t = useText()
  return (
    <>
      <div className="bubble-file">
        <span className="kind kind-quiet">
          <UsersRound />
        </span>
        <span className="min-w-0">
          <b>{message.text || t('simulator.kind.invite')}</b>
          <small>{t('simulator.kind.invite')}</small>
        </span>
      </div>
      <p>
        <Meta message={message} />
      </p>
    </>
  )
}
