import type { MessageView } from '../../../../../src/simulator/contract'
import { useText } from '../../../../shared/i18n/useText'
import { RichText } from '../../../messages/bubble/RichText'
import { useDirectory } from '../../directory'
import { Meta } from '../Meta'
import { named } from '../mentions'

/** A text, with the link preview made by its author's phone. */
export function TextBody({ message }: { message: MessageView }) {
  const t = useText()
  const directory = useDirectory()
  const { kind, link } = message
  const words = named(message, directory)
  return (
    <>
      {link && (
        <span className="handset-link">
          <b>{link.title || link.url}</b>
          {link.description && <small>{link.description}</small>}
        </span>
      )}
      <p dir="auto">
        <RichText text={words || t(`simulator.kind.${kind}`)} /> <Meta message={message} />
      </p>
    </>
  )
}
