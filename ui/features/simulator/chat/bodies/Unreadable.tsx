import { FileX2 } from 'lucide-react'
import type { MessageView } from '../../../../../src/simulator/contract'
import { useText } from '../../../../shared/i18n/useText'
import { Meta } from '../Meta'

/** Shown for a file that cannot be decrypted or is gone. */
export function Unreadable({ message }: { message: MessageView }) {
  const t = useText()
  return (
    <>
      <span className="bubble-file">
        <FileX2 />
        <span>{t('simulator.mediaFailed')}</span>
      </span>
      <p>
        <Meta message={message} />
      </p>
    </>
  )
}
