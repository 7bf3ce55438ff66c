import { useAtomValue } from 'jotai/react'
import { Suspense, use } from 'react'
import type { Message } from '../../../../src/tickets/messages/contract'
import { lazyPart } from '../../../shared/lazyPart'
import { AfterFirstPaint } from '../conversation/useAfterFirstPaint'
import { canForward } from '../rules/messageActions'
import { choosingAtom } from '../state'

const ChoiceBox = lazyPart(() => import('./ChoiceBox').then((file) => file.ChoiceBox))

type Props = { ticketId: number; message: Message }

/** During a selection: the checkbox of a message, with its whole row as the target. */
export function Choice(props: Props) {
  return use(AfterFirstPaint) && <Box {...props} />
}

function Box({ ticketId, message }: Props) {
  const choosing = useAtomValue(choosingAtom)
  if (choosing?.ticketId !== ticketId || !canForward(message)) return null
  return (
    <Suspense>
      <ChoiceBox choosing={choosing} message={message} />
    </Suspense>
  )
}
