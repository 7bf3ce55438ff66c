import { ContactRound } from 'lucide-react'
import type { MessageView } from '../../../../../src/simulator/contract'
import { useFormat } from '../../../../shared/i18n/useFormat'
import { Meta } from '../Meta'

/** Contact cards: who, and their numbers. */
export function CardBody({ message }: { message: MessageView }) {
  const format = useFormat()
  return (
    <>
      {message.contacts.map(({ name, phone }) => (
        <div key={phone} className="bubble-file">
          <span className="kind kind-quiet">
            <ContactRound />
          </span>
          <span className="min-w-0">
            <b>{name}</b>
            <small>{format.phone(phone)}</small>
          </span>
        </div>
      ))}
      <p>
        <Meta message={message} />
      </p>
    </>
  )
}
